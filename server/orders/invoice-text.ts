import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';

export type Face = 'text' | 'strong' | 'title';
export type Style = { face?: Face; size: number; colour: string };
export type Align = 'left' | 'right' | 'center';
export type Paper = ReturnType<typeof openPaper>;

type Script = 'latin' | 'latinExtended' | 'devanagari';
type Run = { font: string; text: string };

const fonts: Record<Face, Record<Script, string>> = {
  text: { latin: 'anek-latin-400', latinExtended: 'anek-latin-ext-400', devanagari: 'mukta-400' },
  strong: { latin: 'anek-latin-600', latinExtended: 'anek-latin-ext-600', devanagari: 'mukta-600' },
  title: { latin: 'fraunces-600', latinExtended: 'fraunces-ext-600', devanagari: 'mukta-600' },
};

// What scripts/fonts.mjs cuts out of each typeface.
const coverage: [Script, RegExp][] = [
  ['latin', /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”‚„†‡•…‰‹›⁄€™−ŒœŸıˆ˜]+$/u],
  ['latinExtended', /^[₹\u0100-\u017fȘșȚț\u1e00-\u1e9f]+$/u],
  ['devanagari', /^(?:[\u0900-\u097f◌]|\u200c|\u200d)+$/u],
];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const files = new Map<string, Buffer>();

/**
 * A PDF to write on line by line. Each character is set in a font that has it: Latin, Latin with rarer marks and ₹,
 * Devanagari. Emoji and control characters are left out; letters of other scripts show as '?'.
 */
export function openPaper(info: { title: string; author: string; date: Date }) {
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
      doc.registerFont(font, fontFile(font));
      registered.add(font);
    }
    doc.font(font).fontSize(size);
  }

  function runWidth(run: Run, size: number): number {
    setFont(run.font, size);
    return doc.widthOfString(run.text, { features: ['tnum'] });
  }

  function width(text: string, style: Style): number {
    return textRuns(text, style.face ?? 'text').reduce((sum, run) => sum + runWidth(run, style.size), 0);
  }

  /** One line; `y` is its baseline, `x` the left, right or middle of it. */
  function write(text: string, x: number, y: number, style: Style, align: Align = 'left') {
    const runs = textRuns(text, style.face ?? 'text');
    const widths = runs.map((run) => runWidth(run, style.size));
    const whole = widths.reduce((sum, one) => sum + one, 0);
    let at = x - (align === 'right' ? whole : align === 'center' ? whole / 2 : 0);
    for (const [i, run] of runs.entries()) {
      setFont(run.font, style.size);
      doc.fillColor(style.colour);
      doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', features: ['tnum'] });
      at += widths[i] ?? 0;
    }
  }

  /** The lines of a text at a width; line breaks in it stand, words longer than a line are cut. */
  function wrap(text: string, room: number, style: Style): string[] {
    return text.split(/\r?\n/).flatMap((paragraph) => {
      const lines: string[] = [];
      let line = '';
      for (const word of printable(paragraph).split(/\s+/).filter(Boolean)) {
        const longer = line ? `${line} ${word}` : word;
        if (width(longer, style) <= room) {
          line = longer;
          continue;
        }
        if (line) lines.push(line);
        const pieces = cutWord(word, room, style);
        line = pieces.pop() ?? '';
        lines.push(...pieces);
      }
      return line ? [...lines, line] : lines;
    });
  }

  function cutWord(word: string, room: number, style: Style): string[] {
    if (width(word, style) <= room) return [word];
    const pieces: string[] = [];
    let piece = '';
    for (const { segment } of graphemes.segment(word)) {
      if (piece && width(piece + segment, style) > room) {
        pieces.push(piece);
        piece = '';
      }
      piece += segment;
    }
    return [...pieces, piece];
  }

  function finish(): Promise<Buffer> {
    doc.end();
    return bytes;
  }

  return { doc, write, wrap, width, finish };
}

/** A text with only what the fonts can show. */
export function printable(text: string): string {
  let shown = '';
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) shown += shownGrapheme(segment);
  return shown.replaceAll(/\s+/g, ' ').trim();
}

function shownGrapheme(grapheme: string): string {
  if (/^\s+$/.test(grapheme)) return ' ';
  if (scriptOf(grapheme)) return grapheme;
  if (/^(?:\p{C}|\p{Extended_Pictographic}|\p{RI})/u.test(grapheme)) return '';
  const bare = grapheme.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (bare === '') return '';
  return scriptOf(bare) ? bare : '?';
}

function scriptOf(grapheme: string): Script | undefined {
  return coverage.find(([, pattern]) => pattern.test(grapheme))?.[0];
}

function textRuns(text: string, face: Face): Run[] {
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(printable(text))) {
    const font = fonts[face][scriptOf(segment) ?? 'latin'];
    const last = runs.at(-1);
    if (last?.font === font) last.text += segment;
    else runs.push({ font, text: segment });
  }
  return runs;
}

function fontFile(name: string): Buffer {
  const file = files.get(name) ?? readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url));
  files.set(name, file);
  return file;
}
