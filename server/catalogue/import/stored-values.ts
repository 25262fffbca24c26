import type { Product } from '../../../shared/contract/catalogue.ts';
import { declarationFields, declarationNames } from '../../../shared/declarations.ts';
import { isChangedBySpreadsheets, isDateOfSpreadsheet } from '../../../shared/spreadsheets.ts';
import type { ImportItem, ImportVariant } from './item.ts';

/**
 * The item with the values of the product where a spreadsheet has changed them in the file: `10-12` that became
 * `10-Dec`, `0902` that became `902`. Option values are found by the SKU of their row. A note says what stays.
 */
export function withStoredValues(item: ImportItem, now: Product): ImportItem {
  const notes = [...item.notes];
  const restore = (line: number, what: string) => (cell: string, stored: string | undefined) => {
    if (stored === undefined || cell === stored || !isDamaged(cell, stored)) return cell;
    const message = `${what}: a spreadsheet has changed “${stored}” to “${cell.slice(0, 40)}”; it stays “${stored}”`;
    if (!notes.some((note) => note.line === line && note.message === message)) notes.push({ line, message });
    return stored;
  };
  const variants = item.variants.map((row) => variantOf(row, now, restore));
  const ofItem = (what: string, cell: string, stored: string | undefined) =>
    restore(item.line, what)(cell, stored);
  return {
    ...item,
    notes,
    variants,
    options: item.options?.map(({ name, values }, place) => ({
      name,
      values: [...new Set(values.map((value) => renamed(item, variants, place, value)))],
    })),
    declarations:
      item.declarations &&
      Object.fromEntries(
        declarationNames.flatMap((name) => {
          const cell = item.declarations?.[name];
          if (cell === undefined) return [];
          return [[name, ofItem(declarationFields[name].label, cell, now.declarations?.[name])]];
        }),
      ),
    attributes: item.attributes?.map(({ attribute, values }) => {
      const stored = now.attributes?.find(({ name }) => name.toLowerCase() === attribute.toLowerCase());
      return {
        attribute,
        values: values.map((value, at) => ofItem(attribute, value, stored?.values[at])),
      };
    }),
  };
}

type Restore = (line: number, what: string) => (cell: string, stored: string | undefined) => string;

function variantOf(row: ImportVariant, { options, variants }: Product, restore: Restore): ImportVariant {
  const sku = row.sku?.toLowerCase();
  const values = row.values.join('\n').toLowerCase();
  const was =
    variants.find((each) => each.sku.toLowerCase() === sku) ??
    variants.find((each) => each.values.join('\n').toLowerCase() === values);
  if (!was) return row;
  return {
    ...row,
    values: row.values.map((value, place) =>
      restore(row.line, options[place]?.name ?? 'Option')(value, was.values[place]),
    ),
    shelfCode:
      row.shelfCode === undefined ? undefined : restore(row.line, 'Shelf code')(row.shelfCode, was.shelfCode),
  };
}

/** A value of an option as the rows have it that have it in the file. */
function renamed(item: ImportItem, variants: ImportVariant[], place: number, value: string): string {
  const at = item.variants.findIndex(({ values }) => values[place] === value);
  return variants[at]?.values[place] ?? value;
}

/** Whether a spreadsheet can have made this cell of a stored text. */
function isDamaged(cell: string, stored: string): boolean {
  if (!isChangedBySpreadsheets(stored)) return false;
  return isDateOfSpreadsheet(cell) || (/^[\d.]+$/.test(cell) && Number(cell) === Number(stored));
}
