import { inflateSync } from 'node:zlib';

/**
 * Extracts the text of a PDF by pdfkit, one line per baseline, from the character maps of its fonts and its ActualText
 * marks. A missing glyph is �.
 */
export function pdfText(pdf: Buffer): string {
  const objects = readObjects(pdf);
  const linked = (dictionary: string, name: string) =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? '');
  const mapsOf = (page: string) => {
    const maps = new Map<string, Map<string, string>>();
    for (const [, name = '', id = ''] of (linked(page, 'Resources')?.dictionary ?? '').matchAll(
      /\/(F\d+) (\d+) 0 R/g,
    )) {
      const map = linked(objects.get(id)?.dictionary ?? '', 'ToUnicode');
      if (map) maps.set(name, readCharacterMap(map.stream));
    }
    return maps;
  };
  const root = linked(
    [...objects.values()].find(({ dictionary }) => /\/Type \/Catalog/.test(dictionary))?.dictionary ?? '',
    'Pages',
  );
  return pagesOf(root?.dictionary ?? '', objects)
    .map((page) => readPage(linked(page, 'Contents')?.stream ?? '', mapsOf(page)))
    .join('\f');
}

/** The dictionaries of the pages below a node of the page tree, in their order. */
function pagesOf(node: string, objects: Map<string, PdfObject>): string[] {
  const kids = /\/Kids \[([^\]]*)\]/.exec(node)?.[1];
  if (kids === undefined) return [node];
  return Array.from(kids.matchAll(/(\d+) 0 R/g), ([, id = '']) => objects.get(id)?.dictionary ?? '').flatMap(
    (kid) => pagesOf(kid, objects),
  );
}

type PdfObject = { dictionary: string; stream: string };

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const text = pdf.toString('latin1');
  for (const match of text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    const [, id = '', body = ''] = match;
    const start = body.indexOf('stream\n');
    const dictionary = start < 0 ? body : body.slice(0, start);
    const raw = start < 0 ? '' : body.slice(start + 7, body.lastIndexOf('\nendstream'));
    const packed = /\/FlateDecode/.test(dictionary);
    const stream = packed ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw;
    objects.set(id, { dictionary, stream });
  }
  return objects;
}

function readCharacterMap(stream: string): Map<string, string> {
  const map = new Map<string, string>();
  for (const [, first = '', list = ''] of stream.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    const characters = Array.from(list.matchAll(/<([\w ]*)>/g), ([, hex = '']) =>
      fromUtf16(hex.replaceAll(' ', '')),
    );
    for (const [i, character] of characters.entries()) {
      map.set((Number.parseInt(first, 16) + i).toString(16).padStart(4, '0'), character);
    }
  }
  return map;
}

function readPage(stream: string, maps: Map<string, Map<string, string>>): string {
  let text = '';
  let font = new Map<string, string>();
  let baseline = '';
  let actual: string | undefined;
  const parts = /ActualText <(\w+)>|(EMC)|1 0 0 1 \S+ (\S+) Tm|\/(F\d+) \S+ Tf|\[(.*)\] TJ/g;
  for (const [, marked, end, y, name, shown = ''] of stream.matchAll(parts)) {
    if (marked) actual = fromUtf16(marked).replace('\ufeff', '');
    else if (end) actual = undefined;
    else if (y !== undefined) {
      if (y !== baseline) text += '\n';
      baseline = y;
    } else if (name !== undefined) font = maps.get(name) ?? font;
    else {
      const glyphs = Array.from(shown.matchAll(/\w{4}(?=\w*>)/g), ([glyph]) => glyph);
      const letters = glyphs.map((glyph) => (glyph === '0000' ? '�' : (font.get(glyph) ?? ''))).join('');
      text += actual === undefined || letters.includes('�') ? letters : actual;
    }
  }
  return text;
}

const fromUtf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
