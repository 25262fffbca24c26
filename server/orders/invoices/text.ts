import PDFDocument from 'pdfkit';
import { type Face, printable, type Run, textRuns } from './text-runs.ts';
import { typeface } from './typeface.ts';

export type Style = { face?: Face; size: number; colour: string };
export type Align = 'left' | 'right' | 'center';
export type PdfCanvas = ReturnType<typeof createCanvas>;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Creates a PDF that is written line by line, in Latin and in the scripts of India (see textRuns). Copy and search
 * return the original text.
 */
export function createCanvas(info: { title: string; author: string; date: Date }) {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
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
  const bytes = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const registered = new Set<string>();

  function setFont(font: string, size: number) {
    if (!registered.has(font)) {
      doc.registerFont(font, typeface(font).pdfFont);
      registered.add(font);
    }
    doc.font(font).fontSize(size);
  }

  function runWidth(run: Run, size: number): number {
    setFont(run.font, size);
    return doc.widthOfString(run.text, { features: ['tnum'] });
  }

  const width = (text: string, style: Style): number => lineWidth(printable(text), style);

  function lineWidth(line: string, style: Style): number {
    return textRuns(line, style.face ?? 'text').reduce((sum, run) => sum + runWidth(run, style.size), 0);
  }

  /** Writes one line; `y` is its baseline, `x` its left, right or middle. */
  function write(text: string, x: number, y: number, style: Style, align: Align = 'left') {
    const runs = textRuns(printable(text), style.face ?? 'text');
    const widths = runs.map((run) => runWidth(run, style.size));
    const whole = widths.reduce((sum, one) => sum + one, 0);
    let at = x - (align === 'right' ? whole : align === 'center' ? whole / 2 : 0);
    for (const [i, run] of runs.entries()) {
      setFont(run.font, style.size);
      doc.fillColor(style.colour);
      const show = () =>
        doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', features: ['tnum'] });
      if (run.actualText) withActualText(doc, run.actualText, show);
      else show();
      at += widths[i] ?? 0;
    }
  }

  /** Wraps a text to a width; keeps its line breaks and cuts words that are longer than a line. */
  function wrap(text: string, room: number, style: Style): string[] {
    return text.split(/\r?\n/).flatMap((paragraph) => {
      const lines: string[] = [];
      let line = '';
      for (const word of printable(paragraph).split(/\s+/).filter(Boolean)) {
        const longer = line ? `${line} ${word}` : word;
        if (lineWidth(longer, style) <= room) {
          line = longer;
          continue;
        }
        if (line) lines.push(line);
        const parts = cutWord(word, room, style);
        line = parts.pop() ?? '';
        lines.push(...parts);
      }
      return line ? [...lines, line] : lines;
    });
  }

  function cutWord(word: string, room: number, style: Style): string[] {
    const letters = Array.from(graphemes.segment(word), ({ segment }) => segment);
    const lines: string[] = [];
    for (let start = 0; start < letters.length; ) {
      const fits = (count: number) => lineWidth(letters.slice(start, start + count).join(''), style) <= room;
      const count = largest(fits, letters.length - start);
      lines.push(letters.slice(start, start + count).join(''));
      start += count;
    }
    return lines;
  }

  function finish(): Promise<Buffer> {
    doc.end();
    return bytes;
  }

  return { doc, write, wrap, width, finish };
}

/**
 * Marks what `show` writes with the text that readers copy and search. Inside the text object, where PDF readers look
 * for it; pdfkit's own marks stand outside.
 */
function withActualText(doc: PDFKit.PDFDocument, text: string, show: () => void) {
  const { addContent } = doc;
  const actual = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
  doc.addContent = (part) => {
    if (part === 'ET') addContent.call(doc, 'EMC');
    addContent.call(doc, part);
    return part === 'BT' ? addContent.call(doc, `/Span <</ActualText <${actual}>>> BDC`) : doc;
  };
  show();
  doc.addContent = addContent;
}

/** The largest count up to `max` that fits, at least 1: a bisection between powers of two. */
function largest(fits: (count: number) => boolean, max: number): number {
  let found = 1;
  while (found * 2 <= max && fits(found * 2)) found *= 2;
  for (let step = found; step >= 1; step /= 2) if (found + step <= max && fits(found + step)) found += step;
  return found;
}
