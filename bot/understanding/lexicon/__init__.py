"""The words the reader knows, English and Chinese side by side: what each is for the grammar, and its value."""
