import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

export type Typeface = ReturnType<typeof readTypeface>;

/** How many shaped texts a typeface keeps, and the most characters of each: the labels that every document has. */
const maxCached = 500;
const maxCachedLength = 80;

const typefaces = new Map<string, Typeface>();

/** A typeface of ./fonts by its file name, read once. */
export function typeface(name: string): Typeface {
  const found = typefaces.get(name) ?? readTypeface(name);
  typefaces.set(name, found);
  return found;
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      // pdfkit takes any font that has a layout function; its types know only files.
      registerFont(name: string, font: Typeface['pdfFont']): this;
    }
  }
}

/**
 * HarfBuzz shapes the text, as in browsers, because fontkit, pdfkit's default, fails on some Indian scripts
 * (decision 31).
 */
function readTypeface(name: string) {
  const file = readFileSync(new URL(`../../fonts/${name}.ttf`, import.meta.url));
  const font = singleFont(file);
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(file).buffer)));

  const shaped = new Map<string, ReturnType<typeof shape>>();

  /**
   * The layout function that pdfkit requires: the glyphs of a text from left to right, and their positions in font
   * units. pdfkit asks several times for each text, and modifies the positions.
   */
  function layout(text: string, features: string[] = []) {
    const key = `${features} ${text}`;
    const found = shaped.get(key) ?? shape(text, features);
    if (text.length <= maxCachedLength) {
      if (shaped.size >= maxCached) shaped.clear();
      shaped.set(key, found);
    }
    const positions = found.positions.map((position) => ({ ...position }));
    return {
      glyphs: found.glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  }

  function shape(text: string, features: string[]) {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(
      shaper,
      buffer,
      features.map((tag) => new harfbuzz.Feature(tag)),
    );
    const infos = buffer.getGlyphInfos();
    const isLeftToRight = infos[0]?.cluster === 0;
    return {
      glyphs: infos.map(({ codepoint, cluster }, i) => {
        const next = infos[i + 1]?.cluster ?? (isLeftToRight ? text.length : 0);
        // A ligature stands for several characters.
        const characters =
          next > cluster
            ? Array.from(text.slice(cluster, next), (each) => each.codePointAt(0) ?? 0)
            : [text.codePointAt(cluster) ?? 0];
        const glyph = font.getGlyph(codepoint, characters);
        // fontkit keeps a glyph, without its characters if it was first needed as a part of another one.
        glyph.codePoints = characters;
        return glyph;
      }),
      positions: buffer.getGlyphPositions(),
    };
  }

  return {
    /** True if the typeface has a glyph for every character of the text, except joiners. */
    covers: (text: string) =>
      [...text].every(
        (one) => /[\u200c\u200d]/.test(one) || font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0),
      ),
    pdfFont: Object.assign(font, { layout }),
  };
}

function singleFont(file: Buffer): fontkit.Font {
  const font = fontkit.create(file);
  if ('fonts' in font) throw new Error('The file holds several fonts.');
  return font;
}
