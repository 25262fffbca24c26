import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

type Typeface = ReturnType<typeof readTypeface>;

/** A glyph in its place in a text. All lengths in thousandths of the font size. */
export type Glyph = {
  id: number;
  /** The characters that it stands for, as code points. */
  characters: number[];
  width: number;
  /** How far the next glyph is. */
  advance: number;
  /** Where it stands from its place, to the right and up. */
  right: number;
  up: number;
};

/** How many shaped texts a typeface keeps, and the most characters of each: the labels that every document has. */
const maxCached = 500;
const maxCachedLength = 80;

const typefaces = new Map<string, Typeface>();
/** Figures of equal width, so that amounts stand below each other. */
const features = [new harfbuzz.Feature('tnum')];
/** One for all texts: HarfBuzz gets the memory of a buffer back only after a complete garbage collection. */
const buffer = new harfbuzz.Buffer();

/** A typeface of ./fonts by its file name, read once. */
export function typeface(name: string): Typeface {
  const found = typefaces.get(name) ?? readTypeface(name);
  typefaces.set(name, found);
  return found;
}

/**
 * HarfBuzz shapes the text, as in browsers, because fontkit, which reads and subsets the fonts, fails on some Indian
 * scripts (decision 16).
 */
function readTypeface(name: string) {
  const file = readFileSync(new URL(`../fonts/${name}.ttf`, import.meta.url));
  const font = singleFont(file);
  const scale = 1000 / font.unitsPerEm;
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(file).buffer)));

  const shaped = new Map<string, Glyph[]>();

  /** The glyphs of a text from left to right. */
  function layout(text: string): Glyph[] {
    const found = shaped.get(text) ?? shape(text);
    if (text.length <= maxCachedLength) {
      if (shaped.size >= maxCached) shaped.clear();
      shaped.set(text, found);
    }
    return found;
  }

  function shape(text: string): Glyph[] {
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(shaper, buffer, features);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const isLeftToRight = infos[0]?.cluster === 0;
    return infos.map(({ codepoint: id, cluster }, i) => {
      const next = infos[i + 1]?.cluster ?? (isLeftToRight ? text.length : 0);
      // A ligature stands for several characters.
      const characters =
        next > cluster
          ? Array.from(text.slice(cluster, next), (each) => each.codePointAt(0) ?? 0)
          : [text.codePointAt(cluster) ?? 0];
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
      return {
        id,
        characters,
        width: font.getGlyph(id).advanceWidth * scale,
        advance: xAdvance * scale,
        right: xOffset * scale,
        up: yOffset * scale,
      };
    });
  }

  return {
    /** True if the typeface has a glyph for every character of the text, except joiners. */
    covers: (text: string) =>
      [...text].every(
        (one) => /[\u200c\u200d]/.test(one) || font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0),
      ),
    layout,
    font,
  };
}

function singleFont(file: Buffer): fontkit.Font {
  const font = fontkit.create(file);
  if ('fonts' in font) throw new Error('The file holds several fonts.');
  return font;
}
