import { csvLine, fromCsvCell } from '../../../../shared/csv.ts';
import { spellingsOf } from '../../../../shared/products/barcode.ts';
import { readNumber } from '../../../../shared/read-amount.ts';
import { readBlock } from '../table/clipboard.ts';
import { nameOf } from '../table/column-kinds.ts';
import type { VariantRow } from '../variants/use-variants.ts';

/** The count sheet as CSV, with an empty column for what is counted. */
export const countFile = (rows: VariantRow[]): string =>
  `\ufeff${csvLine(['SKU', 'Barcode', 'Name', 'Counted'])}${rows
    .map((row) => csvLine([row.variant.sku, row.variant.barcode, nameOf(row), '']))
    .join('')}`;

/** The variant with a barcode or SKU. */
export const findRow = (rows: VariantRow[], code: string): VariantRow | undefined => {
  const key = code.trim().toLowerCase();
  const barcodes = spellingsOf(key);
  return (
    rows.find(({ variant }) => barcodes.includes(variant.barcode.toLowerCase())) ??
    rows.find(({ variant }) => variant.sku.toLowerCase() === key)
  );
};

/** A number, and the code of one of these variants behind it; undefined for a number alone, or without such a code. */
export function splitScan(rows: VariantRow[], text: string): { units: string; code: string } | undefined {
  const [digits = ''] = /^\d{0,7}/.exec(text) ?? [];
  if (digits === text.trim()) return undefined;
  for (let length = 0; length <= digits.length; length++) {
    const code = text.slice(length).trim();
    if (code && findRow(rows, code)) return { units: text.slice(0, length), code };
  }
  return undefined;
}

/**
 * The counted numbers in a CSV file with columns SKU or Barcode, and Counted; without such heads the first and the last
 * column. `unknown` are codes that no variant has, `wrong` those without a whole number; empty numbers are left out.
 */
export function readCounts(
  text: string,
  rows: VariantRow[],
): { counts: Map<string, string>; unknown: string[]; wrong: string[] } {
  const plain = text.replace(/^\ufeff/, '');
  const [first = ''] = plain.split(/\r?\n/, 1);
  const separator = (['\t', ';', ','] as const).find((sign) => first.includes(sign)) ?? ',';
  const lines = readBlock(plain, separator).map((line) => line.map((cell) => fromCsvCell(cell.trim())));
  const heads = lines[0]?.map((head) => head.toLowerCase()) ?? [];
  const codes = ['barcode', 'sku'].map((name) => heads.indexOf(name)).filter((index) => index >= 0);
  const counted = heads.indexOf('counted');
  const hasHeads = codes.length > 0 && counted >= 0;
  const counts = new Map<string, string>();
  const [unknown, wrong]: [string[], string[]] = [[], []];
  for (const line of hasHeads ? lines.slice(1) : lines) {
    const number = (hasHeads ? line[counted] : line.at(-1)) ?? '';
    const given = (hasHeads ? codes : [0]).map((index) => line[index] ?? '').filter(Boolean);
    if (number === '' || given.length === 0) continue;
    const row = given.map((code) => findRow(rows, code)).find(Boolean);
    const units = readNumber(number);
    if (!row) unknown.push(given[0] ?? '');
    else if (units === undefined || !Number.isInteger(units)) wrong.push(given[0] ?? '');
    else counts.set(row.variant._id, String(units + Number(counts.get(row.variant._id) ?? 0)));
  }
  return { counts, unknown, wrong };
}
