/** The column with the stock at the export: an import applies the difference between it and `Stock`. */
export const stockWhenExported = 'Stock when exported';
/**
 * What the names of columns with the values of an attribute begin with; the values have `valueSeparator` between them.
 */
export const attributeColumn = 'Attribute: ';
export const valueSeparator = ' | ';
