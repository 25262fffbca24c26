import { CsvError, type Options, parse } from 'csv-parse/sync';
import { badField } from '../errors.ts';
import { decodeText, type Encoding } from './file-text.ts';

/** One row of a file. Column names are matched case-insensitively. */
export type Row = {
  /** The line on which it begins, from 1. */
  line: number;
  /** The names of the columns of the file. */
  columns: string[];
  /** The cell without surrounding space; empty where it or its column is absent. */
  get: (column: string) => string;
  /** The cell, or undefined where the file has no such column. */
  given: (column: string) => string | undefined;
};

export type Table<Format> = {
  format: Format;
  encoding: Encoding;
  separator: string;
  rows: Row[];
  /** Columns that have values and have not been read. */
  unusedColumns: () => string[];
};

export type FormatOf<Format> = (has: (column: string) => boolean) => Format | undefined;
/** What the file should be, such as `a product file`, what its columns must be, and how many rows it can have. */
export type Wanted = { kind: string; columns: string; maxRows?: number };

const separators = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };

/** Larger imports need several files. */
const defaultMaxRows = 20_000;
/** WooCommerce has up to four columns for each attribute. */
const maxColumns = 1000;
/** Several times the limit of a product's description. */
const maxCell = 100_000;

/**
 * The rows of a CSV file below its heading. The separator is the one with which `formatOf` recognises the columns
 * (in lower case); `wanted` is for the message if there is none. Throws 400 with the reason and, where there is one, the
 * line.
 */
export function readTable<Format>(
  bytes: Uint8Array,
  formatOf: FormatOf<Format>,
  wanted: Wanted,
): Table<Format> {
  const { text: decoded, encoding } = decodeText(bytes);
  const { text, skipped } = withoutHint(decoded.replaceAll('\0', '').replace(/\r\n?/g, '\n'));
  const { format, separator } = recognise(text, formatOf, wanted);
  const [head, ...records] = recordsOf(text, separator, skipped, wanted.maxRows);
  const columns = new Map<string, number>();
  const names = head?.cells.map((name) => name.trim()) ?? [];
  if (names.length > maxColumns)
    throw badField('file', `At most ${maxColumns.toLocaleString('en-IN')} columns at once.`);
  for (const [i, name] of names.entries()) {
    if (name && columns.has(columnKey(name))) throw columnTwice(name);
    columns.set(columnKey(name), i);
  }
  const read = new Set<string>();
  const rows = records.map(({ line, cells }): Row => {
    const index = line + skipped;
    assertCells(index, cells, names.length, separator);
    const given = (column: string) => {
      const key = columnKey(column);
      read.add(key);
      const place = columns.get(key);
      return place === undefined ? undefined : (cells[place]?.trim() ?? '');
    };
    return { line: index, columns: names, given, get: (column) => given(column) ?? '' };
  });
  const unusedColumns = () =>
    names.filter(
      (name, i) => name && !read.has(columnKey(name)) && records.some(({ cells }) => cells[i]?.trim()),
    );
  return { format, encoding, separator: separators[separator], rows, unusedColumns };
}

export const columnTwice = (name: string) =>
  badField('file', `The column “${name}” appears twice. Remove or rename one of them.`);

/**
 * 400 for a row with more cells than there are columns, with a cell that is too long, or with one that contains others
 * because a quotation mark is missing.
 */
export function assertCells(line: number, cells: string[], columns: number, separator: string): void {
  if (cells.slice(columns).some((cell) => cell.trim()))
    throw badField('file', `Line ${line} has more cells than there are columns. Check its quotation marks.`);
  for (const cell of cells) {
    if (cell.length > maxCell)
      throw badField('file', `A cell of line ${line} is longer than 1,00,000 characters. Shorten it.`);
    // JSON has commas and quotation marks too, but within whole rows and on one line.
    const isSuspect = cell.includes(`${separator}"`) && (cells.length < columns || cell.includes('\n'));
    if (isSuspect && hasRow(cell, columns, separator))
      throw badField(
        'file',
        `A cell of line ${line} contains others. Check the quotation marks of this line.`,
      );
  }
}

/** Whether a line of a cell has as many separators as a row that has lost its first half. */
const hasRow = (cell: string, columns: number, separator: string) =>
  cell.split('\n').some((text) => text.split(separator).length > Math.max(3, columns / 2));

export const columnKey = (column: string) => column.trim().toLowerCase();

/** Removes a first line such as `sep=;`, with which some programs state the separator. */
export function withoutHint(text: string): { text: string; skipped: number } {
  const [hint = ''] = /^"?sep=.?"?\n/i.exec(text) ?? [];
  return { text: text.slice(hint.length), skipped: hint ? 1 : 0 };
}

/** How CSV files are read. */
export const parseOptions = (delimiter: string): Options => ({
  delimiter,
  record_delimiter: '\n',
  // Real files have unquoted cells such as 12" tray, and rows that end early.
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: 5 * maxCell,
});

/**
 * The format and the separator of a text by its heading. 400 with what the file should be if no format has its columns.
 */
export function recognise<Format>(text: string, formatOf: FormatOf<Format>, { kind, columns }: Wanted) {
  const headings = (Object.keys(separators) as (keyof typeof separators)[]).map((separator) => ({
    separator,
    names: headingOf(text, separator),
  }));
  for (const { separator, names } of headings) {
    const keys = new Set(names.map(columnKey));
    const format = formatOf((column) => keys.has(columnKey(column)));
    if (format) return { format, separator };
  }
  const widest = headings.reduce((a, b) => (b.names.length > a.names.length ? b : a));
  if (text.trim() === '') throw emptyFile();
  if (/^\s*(<|[{[]\s*["{[\]}])/.test(text))
    throw badField('file', 'This is a web page or data of a program, not a CSV file. Export it as CSV.');
  if (widest.names.length < 2)
    throw badField(
      'file',
      'No columns were found. They must be separated by commas, semicolons or tabs, with their names in the first line.',
    );
  const shown = widest.names.slice(0, 6).map((name) => `“${name.trim().slice(0, 40)}”`);
  throw badField(
    'file',
    `This is not ${kind}. Its columns are ${shown.join(', ')}${widest.names.length > 6 ? ' …' : ''}; ${columns}.`,
  );
}

export const emptyFile = () => badField('file', 'The file is empty. Export it again.');

function headingOf(text: string, separator: string): string[] {
  try {
    return parse(text.slice(0, maxCell), { ...parseOptions(separator), to: 1 })[0] ?? [];
  } catch (error) {
    throw readError(error, 1);
  }
}

type Cells = { line: number; cells: string[] };

/** All rows with the lines on which they begin. */
function recordsOf(text: string, separator: string, skipped: number, maxRows = defaultMaxRows): Cells[] {
  const records: Cells[] = [];
  let line = 1 + skipped;
  try {
    parse(text, {
      ...parseOptions(separator),
      on_record: (cells: string[], { lines }) => {
        line = lines + 1 + skipped;
        if (cells.some((cell) => cell.trim())) records.push({ line: lines - breaksIn(cells), cells });
        if (records.length > maxRows + 1)
          throw badField(
            'file',
            `At most ${maxRows.toLocaleString('en-IN')} rows at once. Export or save it in parts.`,
          );
        return null;
      },
    });
  } catch (error) {
    throw readError(error, line);
  }
  return records;
}

/** The line breaks within the cells of a row. */
export const breaksIn = (cells: string[]) =>
  cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

/** The error for a row that begins on this line and can't be read. */
export function readError(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const why =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quotation mark in it is not closed'
      : error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'it is too long, or a quotation mark in it is not closed'
        : error.message;
  return badField('file', `The row that begins on line ${line} can’t be read: ${why}.`);
}
