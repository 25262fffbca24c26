import type { Product, Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import { declarationFields, declarationNames } from '../../../shared/products/declarations.ts';
import {
  isChangedBySpreadsheets,
  isDateOf,
  isDateOfSpreadsheet,
  isWithoutLetters,
} from '../../../shared/spreadsheets.ts';
import { matchCombinations } from './combinations.ts';
import type { ImportItem, ImportVariant } from './item.ts';
import { distinct } from './names.ts';

/**
 * The item with the values of the product where a spreadsheet has changed them in the file: `10-12` that became
 * `10-Dec`, `0902` that became `902`, letters that became question marks. A note says what stays.
 */
export function withStoredValues(item: ImportItem, now: Product | undefined): ImportItem {
  if (!now) return item;
  const notes = [...item.notes];
  const restore = (line: number, what: string) => (cell: string, stored: string | undefined) => {
    if (stored === undefined || cell === stored || !isDamaged(cell, stored)) return cell;
    const [was, given] = [stored, cell].map((text) => `“${text.slice(0, 40)}”`);
    notes.push({ line, message: `${what}: a spreadsheet has changed ${was} to ${given}; it stays ${was}` });
    return stored;
  };
  const ofItem = (what: string, cell: string, stored: string | undefined) =>
    restore(item.line, what)(cell, stored);
  return {
    ...item,
    name: item.name && ofItem('Name', item.name, now.name),
    description: item.description && ofItem('Description', item.description, now.description),
    ...combinationsOf(item, now, restore),
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
        values: values.map((value, index) => ofItem(attribute, value, stored?.values[index])),
      };
    }),
    notes,
  };
}

type Restore = (line: number, what: string) => (cell: string, stored: string | undefined) => string;

/** Options and rows. What one row shows about a value of an option is true of the other rows that have it. */
function combinationsOf(item: ImportItem, now: Product, restore: Restore) {
  const rows = rowsOf(item, now);
  const found = item.variants.map((row, index) => variantOf(row, rows[index], now.options, restore));
  const cellAt = (index: number, place: number) => item.variants[index]?.values[place] ?? '';
  const changed = (item.options ?? []).map(
    (_, place) =>
      new Map(
        found.flatMap(({ values }, index) => {
          const [cell, stored = cell] = [cellAt(index, place), values[place]];
          return cell === stored ? [] : [[cell, stored] as const];
        }),
      ),
  );
  const variants = found.map((row, index) => {
    if (rows[index]) return row;
    const values = row.values.map((cell, place) =>
      restore(row.line, nameOf(now.options, place))(cell, changed[place]?.get(cell)),
    );
    return { ...row, values };
  });
  const options = item.options?.map(({ name, values }, place) => {
    const rowsByCell = Map.groupBy(variants.keys(), (variant) => cellAt(variant, place));
    const stored = values.flatMap(
      (cell) => rowsByCell.get(cell)?.map((index) => variants[index]?.values[place] ?? cell) ?? cell,
    );
    return {
      name: restore(item.line, 'Option')(name, now.options[place]?.name),
      values: distinct(stored),
    };
  });
  return { options, variants };
}

/**
 * The combination that each row is. A row whose values became dates or other numbers and that has no SKU is the only one
 * of those left that can have become them.
 */
function rowsOf(item: ImportItem, now: Product): (Variant | undefined)[] {
  const { rows, unnamed } = matchCombinations(item, now);
  const left = new Set(unnamed);
  return item.variants.map(({ values }, index) => {
    if (rows[index] || values.length === 0) return rows[index];
    const [found, ...others] = [...left].filter((variant) =>
      values.every((cell, place) => {
        const stored = variant.values[place] ?? '';
        return (
          cell.toLowerCase() === stored.toLowerCase() ||
          isDateOf(cell, stored) ||
          isSameNumber(cell, stored) ||
          isWithoutLetters(cell, stored)
        );
      }),
    );
    if (!found || others.length > 0) return undefined;
    left.delete(found);
    return found;
  });
}

const nameOf = (options: Product['options'], place: number) => options[place]?.name ?? 'Option';

/** A row of the combination `was`. */
function variantOf(
  row: ImportVariant,
  was: Variant | undefined,
  options: Product['options'],
  restore: Restore,
): ImportVariant {
  if (!was) return row;
  const { line, sku, values, shelfCode } = row;
  return {
    ...row,
    values: values.map((value, place) => restore(line, nameOf(options, place))(value, was.values[place])),
    sku: sku && restore(line, 'SKU')(sku, was.sku),
    shelfCode: shelfCode === undefined ? undefined : restore(line, 'Shelf code')(shelfCode, was.shelfCode),
  };
}

/** Whether a spreadsheet can have made this cell of a stored text. */
const isDamaged = (cell: string, stored: string) =>
  (isChangedBySpreadsheets(stored) && isDateOfSpreadsheet(cell)) ||
  isSameNumber(cell, stored) ||
  isWithoutLetters(cell, stored);

/** Whether this is the number that a spreadsheet stores for a text such as `0902` or `1.50`. */
const isSameNumber = (cell: string, stored: string) =>
  isChangedBySpreadsheets(stored) && /^[\d.]+$/.test(cell) && Number(cell) === Number(stored);
