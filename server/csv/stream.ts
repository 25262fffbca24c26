import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { badField } from '../errors.ts';
import { decodeText } from './file-text.ts';
import {
  assertCells,
  breaksIn,
  columnKey,
  columnTwice,
  emptyFile,
  type FormatOf,
  parseOptions,
  type Row,
  readError,
  recognise,
  type Wanted,
  withoutHint,
} from './table.ts';

/** The part of a file in which its heading is. */
const headBytes = 100_000;
/** A file in another encoding than UTF-8 is read as a whole. */
const maxOtherBytes = 20 * 1024 ** 2;

/** `hasRows`: there is something below the heading. */
type Head<Format> = { format: Format; separator: string; skipped: number; hasRows: boolean };

/** The format of a CSV file on the local disk by its heading. 400 with the reason if it has none of these. */
export async function recogniseFile<Format>(
  file: string,
  formatOf: FormatOf<Format>,
  wanted: Wanted,
): Promise<Head<Format>> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    if (bytesRead === 0) throw emptyFile();
    // The last line can end within a character.
    const lineEnd = buffer.lastIndexOf(10, bytesRead - 1);
    const head =
      bytesRead === headBytes && lineEnd > 0 ? buffer.subarray(0, lineEnd) : buffer.subarray(0, bytesRead);
    const { text, skipped } = withoutHint(clean(decodeText(head).text));
    const hasRows = bytesRead === headBytes || /\n\s*\S/.test(text.trimStart());
    return { ...recognise(text, formatOf, wanted), skipped, hasRows };
  } finally {
    await handle.close();
  }
}

const clean = (text: string) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n');

/**
 * The rows of a CSV file below its heading, a few at a time, however large it is. 400 with the reason and the line if it
 * is damaged; rows that came before are read by then.
 */
export async function* streamRows(
  file: string,
  { separator, skipped }: Pick<Head<unknown>, 'separator' | 'skipped'>,
): AsyncGenerator<Row> {
  const parser = Readable.from(textOf(file, skipped)).compose(
    parse({ ...parseOptions(separator), info: true }),
  );
  let names: string[] | undefined;
  let columns = new Map<string, number>();
  let last = 1 + skipped;
  try {
    for await (const { record, info } of parser) {
      const cells: string[] = record;
      const line = Number(info.lines) - breaksIn(cells) + skipped;
      last = Number(info.lines) + 1 + skipped;
      if (!names) {
        names = cells.map((name) => name.trim());
        columns = columnsOf(names);
      } else if (cells.some((cell) => cell.trim())) {
        assertCells(line, cells, names.length, separator);
        yield rowOf(line, cells, names, columns);
      }
    }
  } catch (error) {
    throw readError(error, last);
  }
}

function columnsOf(names: string[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [i, name] of names.entries()) {
    if (name && columns.has(columnKey(name))) throw columnTwice(name);
    columns.set(columnKey(name), i);
  }
  return columns;
}

function rowOf(line: number, cells: string[], names: string[], columns: Map<string, number>): Row {
  const given = (column: string) => {
    const place = columns.get(columnKey(column));
    return place === undefined ? undefined : (cells[place]?.trim() ?? '');
  };
  return { line, columns: names, given, get: (column) => given(column) ?? '' };
}

/** The text of a file in parts, without what surrounds it, and with one kind of line breaks. */
async function* textOf(file: string, skippedLines: number): AsyncGenerator<string> {
  let left = skippedLines;
  let carry = '';
  for await (const part of decoded(file)) {
    // A line break of two characters can be in two parts.
    let text = carry + part;
    carry = text.endsWith('\r') ? '\r' : '';
    text = clean(carry ? text.slice(0, -1) : text);
    if (left > 0 && text.includes('\n')) {
      text = text.slice(text.indexOf('\n') + 1);
      left--;
    }
    if (text) yield text;
  }
}

async function* decoded(file: string): AsyncGenerator<string> {
  if (await isUtf8(file)) {
    const decoder = new TextDecoder();
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
    return;
  }
  const { text } = decodeText(await readWhole(file));
  for (let from = 0; from < text.length; from += headBytes) yield text.slice(from, from + headBytes);
}

async function readWhole(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > maxOtherBytes)
      throw badField('file', 'The file is not in UTF-8. Save it as “CSV UTF-8” and choose that file.');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function isUtf8(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let zeros = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      const text = decoder.decode(chunk, { stream: true });
      // Latin text in UTF-16 is also UTF-8, with a zero in every second place.
      if (text.includes('\0')) zeros++;
    }
    decoder.decode();
    return zeros === 0;
  } catch {
    return false;
  }
}
