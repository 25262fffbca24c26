import { deflateSync } from 'node:zlib';
import { type Glyph, typeface } from './typeface.ts';

/** A glyph as a document numbers it: its place in the list is its number. */
type Numbered = Pick<Glyph, 'id' | 'characters' | 'width'>;

/** What a document embeds of a typeface for these glyphs, compressed. */
type Subset = { length: number; file: Buffer; map: Buffer };

/**
 * The typefaces of which every document embeds the glyphs of all ASCII characters, whether it has them or not, so that
 * documents share one subset (performance §4). It takes 7 KB.
 */
const shared = new Set(['anek-latin-400', 'anek-latin-600']);
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const sharedTexts = [...ascii, 'ff', 'fi', 'fl', 'ffi', 'ffl'];

const firstGlyphs = new Map<string, Numbered[]>();

/** The glyphs with which the numbers of each document begin. */
function firstGlyphsOf(name: string): Numbered[] {
  const found = firstGlyphs.get(name);
  if (found) return found;
  const { layout, font } = typeface(name);
  // PDF readers show the first glyph for a missing one.
  const missing = { id: 0, characters: [0], width: (font.getGlyph(0).advanceWidth * 1000) / font.unitsPerEm };
  const common = shared.has(name) ? sharedTexts.flatMap((text) => layout(text)) : [];
  const glyphs = [...new Map([missing, ...common].map((glyph) => [glyph.id, glyph])).values()];
  firstGlyphs.set(name, glyphs);
  return glyphs;
}

/** Subsets by typeface and glyphs, the oldest first: of the shared glyphs, and of what every document of a shop has. */
const subsets = new Map<string, Subset>();
const maxSubsets = 50;

function subsetOf(name: string, glyphs: Numbered[]): Subset {
  const key = `${name} ${glyphs.map(({ id }) => id)}`;
  const made = subsets.get(key) ?? createSubset(name, glyphs);
  subsets.delete(key);
  subsets.set(key, made);
  for (const [oldest] of subsets) if (subsets.size > maxSubsets) subsets.delete(oldest);
  return made;
}

function createSubset(name: string, glyphs: Numbered[]): Subset {
  const { font } = typeface(name);
  const subset = font.createSubset();
  for (const { id } of glyphs) subset.includeGlyph(font.getGlyph(id));
  const file = subset.encode();
  return { length: file.length, file: deflateSync(file), map: deflateSync(characterMap(glyphs)) };
}

const hexOf = (number: number) => number.toString(16).padStart(4, '0');

/** The PostScript program by which readers find the characters of glyphs, to copy and search them. */
function characterMap(glyphs: Numbered[]): string {
  const characters = glyphs.map(({ characters }) => {
    const text = String.fromCodePoint(...characters);
    return `<${Array.from({ length: text.length }, (_, i) => hexOf(text.charCodeAt(i))).join(' ')}>`;
  });
  const ranges: string[] = [];
  for (let start = 0; start < characters.length; start += 256) {
    const part = characters.slice(start, start + 256);
    ranges.push(`<${hexOf(start)}> <${hexOf(start + part.length - 1)}> [${part.join(' ')}]`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${ranges.length} beginbfrange
${ranges.join('\n')}
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** Rounds a number for a PDF. */
export const decimal = (number: number): string => `${Math.round(number * 1000) / 1000}`;

/** A typeface in a document. `id` names it in the document: F1, F2, … */
export function embedFont(doc: PDFKit.PDFDocument, name: string, id: string) {
  const first = firstGlyphsOf(name);
  const glyphs = [...first];
  const numbers = new Map(first.map((glyph, number) => [glyph.id, number]));
  const dictionary = doc.ref({});

  function numberOf(glyph: Glyph): number {
    const known = numbers.get(glyph.id);
    if (known !== undefined) return known;
    numbers.set(glyph.id, glyphs.length);
    return glyphs.push(glyph) - 1;
  }

  /** The operators that show glyphs from a point on a page whose y grows downwards. */
  function show(text: Glyph[], x: number, y: number, size: number): string {
    const scale = size / 1000;
    const moveTo = (right: number, down: number) => `1 0 0 -1 ${decimal(right)} ${decimal(down)} Tm\n`;
    let operators = `${moveTo(x, y)}/${id} ${decimal(size)} Tf\n`;
    let at = x;
    let shown = '';
    let hex = '';
    let wasMoved = false;
    const flush = () => {
      const all = hex ? `${shown}<${hex}>` : shown;
      if (all) operators += `[${all}] TJ\n`;
      shown = '';
      hex = '';
    };
    for (const glyph of text) {
      const isMoved = glyph.right !== 0 || glyph.up !== 0;
      if (isMoved || wasMoved) {
        flush();
        operators += moveTo(at + glyph.right * scale, y - glyph.up * scale);
      }
      hex += hexOf(numberOf(glyph));
      if (glyph.advance !== glyph.width) {
        shown += `<${hex}> ${decimal(glyph.width - glyph.advance)} `;
        hex = '';
      }
      at += glyph.advance * scale;
      wasMoved = isMoved;
    }
    flush();
    return operators;
  }

  /** Writes the font with the glyphs that were shown. */
  function finish(): void {
    const { font } = typeface(name);
    const scale = 1000 / font.unitsPerEm;
    const { bbox } = font;
    const { length, file, map } = subsetOf(name, glyphs);
    const compressed = (bytes: Buffer, more: object = {}) => {
      const stream = doc.ref({ Filter: 'FlateDecode', ...more });
      stream.end(bytes);
      return stream;
    };
    const object = (data: object) => {
      const made = doc.ref(data);
      made.end(undefined);
      return made;
    };
    // Six letters mark a subset.
    const letter = (at: number) => String.fromCharCode((id.charCodeAt(at) || 73) + 17);
    const baseName = `${letter(1)}${letter(2)}${letter(3)}ZZZ+${font.postscriptName.replaceAll(' ', '_')}`;
    const descriptor = object({
      Type: 'FontDescriptor',
      FontName: baseName,
      // A symbolic font: glyphs have numbers of this document.
      Flags: 4,
      FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((each) => each * scale),
      ItalicAngle: font.italicAngle,
      Ascent: font.ascent * scale,
      Descent: font.descent * scale,
      CapHeight: (font.capHeight || font.ascent) * scale,
      XHeight: (font.xHeight || 0) * scale,
      StemV: 0,
      FontFile2: compressed(file, { Length1: length }),
    });
    const descendant = object({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: baseName,
      CIDSystemInfo: {
        Registry: Buffer.from('Adobe'),
        Ordering: Buffer.from('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      W: [0, glyphs.map(({ width }) => width)],
      CIDToGIDMap: 'Identity',
    });
    Object.assign(dictionary.data, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseName,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: compressed(map),
    });
    dictionary.end(undefined);
  }

  return { id, dictionary, show, finish };
}
