"""The price book's administration in the terminal: `quartermaster prices`, `import` and `audit`."""
