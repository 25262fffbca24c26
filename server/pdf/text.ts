import PDFDocument from 'pdfkit';
import { decimal, embedFont } from './embedded-font.ts';
import { type Face, printable, type Run, textRuns } from './text-runs.ts';
import { typeface } from './typeface.ts';

export type Style = { face?: Face; size: number; colour: string };
export type Align = 'left' | 'right' | 'center';
export type PdfCanvas = ReturnType<typeof createCanvas>;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Creates a PDF that is written line by line, in Latin and in the scripts of India (see textRuns). Copy and search
 * return the original text. `size`: A4, or width and height in points.
 */
export function createCanvas(
  info: { title: string; author: string; date: Date },
  size: 'A4' | [number, number] = 'A4',
) {
  const doc = new PDFDocument({
    size,
    margin: 0,
    // No default font, which pdfkit would parse for each document.
    font: '',
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    // The file id is derived from these, so that one content always gives the same bytes.
    info: {
      Title: info.title,
      Author: info.author,
      Creator: 'Haat',
      CreationDate: info.date,
      ModDate: info.date,
    },
  });
  // The document has begun. Otherwise each of its many small writes would be announced to the reader.
  const chunks: Buffer[] = [doc.read()];
  doc.push = (chunk: Buffer | null) => chunk !== null && chunks.push(chunk) > 0;
  /** The operators of each page, which pdfkit would copy into a buffer one by one. */
  const operators = new Map<PDFKit.PDFPage, string>();
  doc.addContent = (part: string) => {
    operators.set(doc.page, `${operators.get(doc.page) ?? ''}${part}\n`);
    return doc;
  };
  const fonts = new Map<string, ReturnType<typeof embedFont>>();

  function fontOf(name: string) {
    const found = fonts.get(name) ?? embedFont(doc, name, `F${fonts.size + 1}`);
    fonts.set(name, found);
    doc.page.fonts[found.id] = found.dictionary;
    return found;
  }

  /** Writes one line; `y` is its baseline, `x` its left, right or middle. */
  function write(text: string, x: number, y: number, style: Style, align: Align = 'left') {
    const runs = textRuns(printable(text), style.face ?? 'text');
    const widths = runs.map((run) => runWidth(run, style.size));
    const whole = widths.reduce((sum, one) => sum + one, 0);
    let at = x - (align === 'right' ? whole : align === 'center' ? whole / 2 : 0);
    doc.addContent(fillColour(style.colour));
    for (const [i, run] of runs.entries()) {
      const shown = fontOf(run.font).show(typeface(run.font).layout(run.text), at, y, style.size);
      doc.addContent(`BT\n${run.actualText ? withActualText(run.actualText, shown) : shown}ET`);
      at += widths[i] ?? 0;
    }
  }

  function finish(): Buffer {
    for (const [page, content] of operators) page.content.write(Buffer.from(content, 'latin1'));
    for (const font of fonts.values()) font.finish();
    doc.end();
    return Buffer.concat(chunks);
  }

  return { doc, write, wrap, width, finish };
}

function runWidth({ font, text }: Run, size: number): number {
  const glyphs = typeface(font).layout(text);
  return (glyphs.reduce((sum, { advance }) => sum + advance, 0) * size) / 1000;
}

const width = (text: string, style: Style): number => lineWidth(printable(text), style);

function lineWidth(line: string, style: Style): number {
  return textRuns(line, style.face ?? 'text').reduce((sum, run) => sum + runWidth(run, style.size), 0);
}

/**
 * Wraps a text to a width; keeps its line breaks and cuts words that are longer than a line. The time is linear: each
 * word is measured once, and each line once more, because letters can be narrower or wider next to others.
 */
function wrap(text: string, room: number, style: Style): string[] {
  const measure = createMeasure((part) => lineWidth(part, style));
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let words: string[] = [];
    for (const word of printable(paragraph).split(/\s+/).filter(Boolean)) {
      if (measure(word) <= room) words.push(word);
      else {
        const parts = cutWord(word, room, style);
        lines.push(...fillLines(words, ' ', room, measure, style), ...parts.slice(0, -1));
        words = parts.slice(-1);
      }
    }
    return [...lines, ...fillLines(words, ' ', room, measure, style)];
  });
}

/** Cuts a word between letters into parts that fit a line. */
function cutWord(word: string, room: number, style: Style): string[] {
  const letters = Array.from(graphemes.segment(word), ({ segment }) => segment);
  return fillLines(
    letters,
    '',
    room,
    createMeasure((letter) => lineWidth(letter, style)),
    style,
  );
}

/** Joins as many parts into each line as fit, at least one. */
function fillLines(
  parts: string[],
  separator: string,
  room: number,
  measure: (part: string) => number,
  style: Style,
): string[] {
  const gap = separator ? measure(separator) : 0;
  const lines: string[] = [];
  for (let start = 0; start < parts.length; ) {
    let end = start + 1;
    let sum = measure(parts[start] ?? '');
    for (; end < parts.length; end++) {
      sum += gap + measure(parts[end] ?? '');
      if (sum > room) break;
    }
    const line = () => parts.slice(start, end).join(separator);
    while (end > start + 1 && lineWidth(line(), style) > room) end--;
    lines.push(line());
    start = end;
  }
  return lines;
}

/** Creates a part of a print job. Its title and date are not kept: those of the whole document count. */
export const createPart = () => createCanvas({ title: '', author: '', date: new Date(0) });

/** Draws each of these from a new page. */
export function drawEach<Item>(
  canvas: PdfCanvas,
  items: Item[],
  draw: (canvas: PdfCanvas, item: Item) => void,
) {
  for (const [i, item] of items.entries()) {
    if (i > 0) canvas.doc.addPage();
    draw(canvas, item);
  }
}

/**
 * Marks what the operators show with the text that readers copy and search. Inside the text object, where PDF readers
 * look for it; pdfkit's own marks stand outside.
 */
function withActualText(text: string, operators: string): string {
  const actual = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
  return `/Span <</ActualText <${actual}>>> BDC\n${operators}EMC\n`;
}

/** The operator that fills with a colour of the form #RRGGBB. */
function fillColour(colour: string): string {
  const parts = [1, 3, 5].map((at) => decimal(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return `${parts.join(' ')} rg`;
}

/** Measures each distinct part once. */
function createMeasure(widthOf: (part: string) => number) {
  const widths = new Map<string, number>();
  return (part: string): number => {
    const width = widths.get(part) ?? widthOf(part);
    widths.set(part, width);
    return width;
  };
}
