import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

type Typeface = ReturnType<typeof readTypeface>;

/** A glyph of a shaped text. All lengths in units of the typeface. */
type Glyph = {
  id: number;
  /** The characters that it stands for. */
  codePoints: number[];
  advanceWidth: number;
  /** How far the next glyph is. */
  xAdvance: number;
  xOffset: number;
  yOffset: number;
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
      const codePoints =
        next > cluster
          ? Array.from(text.slice(cluster, next), (character) => character.codePointAt(0) ?? 0)
          : [text.codePointAt(cluster) ?? 0];
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
      return { id, codePoints, advanceWidth: font.getGlyph(id).advanceWidth, xAdvance, xOffset, yOffset };
    });
  }

  return {
    /** True if the typeface has a glyph for every character of the text, except joiners. */
    covers: (text: string) =>
      [...text].every(
        (character) =>
          /[\u200c\u200d]/.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
      ),
    layout,
    /** The width of a text at a size in points. */
    width: (text: string, size: number) => (widthOf(layout(text)) * size) / font.unitsPerEm,
    /** The font for pdfkit, which changes the positions that it gets. */
    font: Object.assign(font, {
      layout: (text: string) => {
        const glyphs = layout(text);
        const positions = glyphs.map(({ xAdvance, xOffset, yOffset }) => ({ xAdvance, xOffset, yOffset }));
        return { glyphs, positions, advanceWidth: widthOf(glyphs) };
      },
    }),
  };
}

const widthOf = (glyphs: Glyph[]) => glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0);

function singleFont(file: Buffer): fontkit.Font {
  const font = fontkit.create(file);
  if ('fonts' in font) throw new Error('The file holds several fonts.');
  return font;
}
