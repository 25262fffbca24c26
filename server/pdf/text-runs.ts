import bidiFactory from 'bidi-js';
import { typeface } from './typeface.ts';

export type Face = 'text' | 'strong' | 'title';
export type Run = {
  font: string;
  text: string;
  /** The text for copy and search, from left to right as displayed. Undefined if each glyph is one character. */
  actualText: string | undefined;
};

type Character = { text: string; font: string; level: number };

const latinFonts: Record<Face, string[]> = {
  text: ['anek-latin-400', 'anek-latin-ext-400'],
  strong: ['anek-latin-600', 'anek-latin-ext-600'],
  title: ['fraunces-600', 'fraunces-ext-600'],
};
const weights: Record<Face, number> = { text: 400, strong: 600, title: 600 };

/** The scripts of the eighth schedule of the Constitution of India, and their typefaces. */
const scripts: [RegExp, string][] = [
  [/\p{Script=Devanagari}/u, 'mukta'],
  [/\p{Script=Bengali}/u, 'noto-bengali'],
  [/\p{Script=Gurmukhi}/u, 'noto-gurmukhi'],
  [/\p{Script=Gujarati}/u, 'noto-gujarati'],
  [/\p{Script=Oriya}/u, 'noto-oriya'],
  [/\p{Script=Tamil}/u, 'noto-tamil'],
  [/\p{Script=Telugu}/u, 'noto-telugu'],
  [/\p{Script=Kannada}/u, 'noto-kannada'],
  [/\p{Script=Malayalam}/u, 'noto-malayalam'],
  [/\p{Script=Ol_Chiki}/u, 'noto-ol-chiki'],
  [/\p{Script=Meetei_Mayek}/u, 'noto-meetei-mayek'],
  [/\p{Script=Arabic}/u, 'noto-arabic'],
];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const bidi = bidiFactory();

/** Normalises a text for the fonts: removes emoji and control characters, and replaces unsupported ones with '?'. */
export function printable(text: string): string {
  if (isAscii(text)) return text.replaceAll(/ +/g, ' ').trim();
  let shown = '';
  let font: string | undefined;
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const space = /^\s+$/.test(segment);
    const next = space ? font : fontOf(segment, 'text', font);
    shown += space ? ' ' : next ? segment : replacement(segment);
    font = next;
  }
  return shown.replaceAll(/ +/g, ' ').trim();
}

/** Whether a text has only characters of every Latin typeface, all from left to right, as most texts. */
const isAscii = (text: string) => /^[ -~]*$/.test(text);

function replacement(grapheme: string): string {
  if (/^(?:\p{C}|\p{Extended_Pictographic}|\p{RI})/u.test(grapheme)) return '';
  const bare = grapheme.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (bare === '') return '';
  return fontOf(bare, 'text', undefined) ? bare : '?';
}

/**
 * One line of printable text as runs of one typeface and direction, in the order in which they stand from left to
 * right.
 */
export function textRuns(line: string, face: Face): Run[] {
  const [latin = ''] = latinFonts[face];
  if (isAscii(line)) return line ? [{ font: latin, text: line, actualText: undefined }] : [];
  const { levels } = bidi.getEmbeddingLevels(line, 'ltr');
  const characters: Character[] = [];
  let font: string | undefined;
  for (const { segment, index } of graphemes.segment(line)) {
    font = fontOf(segment, face, font) ?? latin;
    characters.push({ text: segment, font, level: levels[index] ?? 0 });
  }
  return leftToRight(merged(characters)).map(({ text, font, level }) => {
    const isLatin = latinFonts[face].includes(font);
    const shown = level % 2 === 1 ? mirrored(text) : text;
    // HarfBuzz reverses the letters of right-to-left scripts itself.
    return isLatin ? { font, text: shown, actualText: undefined } : { font, text, actualText: shown };
  });
}

function merged(characters: Character[]): Character[] {
  const runs: Character[] = [];
  for (const character of characters) {
    const last = runs.at(-1);
    if (last?.font === character.font && last.level === character.level) last.text += character.text;
    else runs.push({ ...character });
  }
  return runs;
}

/** Rule L2 of the Unicode Bidirectional Algorithm: reverses each sequence at a level and above, level by level. */
function leftToRight(runs: Character[]): Character[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}

/** Reverses a right-to-left text into display order. */
const mirrored = (text: string) =>
  Array.from(graphemes.segment(text), ({ segment }) => bidi.getMirroredCharacter(segment) ?? segment)
    .reverse()
    .join('');

/** The typeface for a character; a space and shared punctuation stay in that of the character before it. */
function fontOf(grapheme: string, face: Face, before: string | undefined): string | undefined {
  if (grapheme === ' ' && before && typeface(before).covers(' ')) return before;
  const own = scripts.find(([script]) => script.test(grapheme))?.[1];
  const candidates = own
    ? [`${own}-${weights[face]}`]
    : [...latinFonts[face], before, `mukta-${weights[face]}`];
  return candidates.find((name) => name && typeface(name).covers(grapheme));
}
