"""An answer to take away: a CSV file for programs, and a workbook whose formulas finance can check."""
