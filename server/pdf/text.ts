import PDFDocument from 'pdfkit';
import { type Face, printable, textRuns } from './text-runs.ts';
import { typeface } from './typeface.ts';

export type Style = { face?: Face; size: number; colour: string };
export type Align = 'left' | 'right' | 'center';
export type PdfCanvas = ReturnType<typeof createCanvas>;

/** With features, pdfkit lays out a text whole, not word by word; typeface.ts decides which are used. */
const wholeText: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];
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
  const registered = new Set<string>();

  function selectFont(name: string) {
    // The types of pdfkit do not say that it accepts a font of fontkit.
    if (!registered.has(name)) Reflect.apply(doc.registerFont, doc, [name, typeface(name).font]);
    registered.add(name);
    doc.font(name);
  }

  const addContent = doc.addContent.bind(doc);

  /**
   * Marks a text object with the text that readers copy and search: inside, where they look for it. The marks of pdfkit
   * stand outside.
   */
  function addMarked(text: string) {
    const actual = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
    const mark = `BT\n/Span <</ActualText <${actual}>>> BDC`;
    return (part: string) => addContent(part === 'BT' ? mark : part === 'ET' ? 'EMC\nET' : part);
  }

  /** Writes one line; `y` is its baseline, `x` its left, right or middle. */
  function write(text: string, x: number, y: number, style: Style, align: Align = 'left') {
    const runs = textRuns(printable(text), style.face ?? 'text');
    const widths = runs.map((run) => typeface(run.font).width(run.text, style.size));
    const whole = widths.reduce((sum, width) => sum + width, 0);
    let left = x - (align === 'right' ? whole : align === 'center' ? whole / 2 : 0);
    doc.fontSize(style.size).fillColor(style.colour);
    for (const [i, run] of runs.entries()) {
      selectFont(run.font);
      if (run.actualText) doc.addContent = addMarked(run.actualText);
      doc.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic', features: wholeText });
      doc.addContent = addContent;
      left += widths[i] ?? 0;
    }
  }

  function finish(): Buffer {
    doc.end();
    return doc.read();
  }

  return { doc, write, wrap, width, finish };
}

const width = (text: string, style: Style): number => lineWidth(printable(text), style);

function lineWidth(line: string, style: Style): number {
  return textRuns(line, style.face ?? 'text').reduce(
    (sum, run) => sum + typeface(run.font).width(run.text, style.size),
    0,
  );
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

/** Creates a part of a print job. The title and the date of the whole document count. */
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

/** Measures each distinct part once. */
function createMeasure(widthOf: (part: string) => number) {
  const widths = new Map<string, number>();
  return (part: string): number => {
    const width = widths.get(part) ?? widthOf(part);
    widths.set(part, width);
    return width;
  };
}
