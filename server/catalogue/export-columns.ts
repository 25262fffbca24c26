/** The column with the stock at the export: an import applies the difference between it and `Stock`. */
export const stockWhenExported = 'Stock when exported';
