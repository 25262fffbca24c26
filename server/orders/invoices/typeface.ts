import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

export type Typeface = ReturnType<typeof readTypeface>;

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
  const file = readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url));
  const font = singleFont(file);
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(file).buffer)));

  /**
   * The layout function that pdfkit requires: the glyphs of a text from left to right, and their positions in font
   * units.
   */
  function layout(text: string, features: string[] = []) {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(
      shaper,
      buffer,
      features.map((tag) => new harfbuzz.Feature(tag)),
    );
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    return {
      glyphs: infos.map(({ codepoint, cluster }) =>
        font.getGlyph(codepoint, [text.codePointAt(cluster) ?? 0]),
      ),
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
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
