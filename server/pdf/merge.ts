/** What the properties of a document show. `title` and `author` can contain any script. */
type Info = { title: string; author: string; date: Date };

const catalogId = 1;
const pagesId = 2;
const infoId = 3;

/**
 * Joins PDFs of `createPart` to one document, which is handed to `write` in pieces, so that the memory does not grow
 * with the number of pages. `add` appends the pages of a part; `end` completes the document and returns the number of
 * its pages.
 */
export async function createMerge(write: (bytes: Buffer) => Promise<unknown>, info: Info) {
  /** Where each object begins, by its number. */
  const offsets = new Map<number, number>();
  const parts: { id: number; pages: number }[] = [];
  let position = 0;
  let lastId = infoId;

  async function append(bytes: Buffer) {
    await write(bytes);
    position += bytes.length;
  }
  async function appendObject(id: number, body: string) {
    offsets.set(id, position);
    lastId = Math.max(lastId, id);
    await append(Buffer.from(`${id} 0 obj\n${body}\nendobj\n`, 'latin1'));
  }

  await append(Buffer.from('%PDF-1.4\n%\xff\xff\xff\xff\n', 'latin1'));
  return {
    async add(pdf: Uint8Array): Promise<void> {
      const shift = lastId;
      const tag = letters(parts.length);
      for (const { id, dictionary, rest } of readObjects(
        Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength),
      )) {
        if (dictionary.includes('/Type /Catalog')) continue;
        const own = dictionary
          .replaceAll(/(\d+) 0 R\b/g, (_, to: string) => `${Number(to) + shift} 0 R`)
          // Printers may take fonts of the same name for the same font, but parts have different glyphs of it.
          .replaceAll(/\/([A-Z]{3})ZZZ\+/g, `/$1${tag}+`);
        const pages = /^\/Type \/Pages$/m.test(own) ? /^\/Count (\d+)$/m.exec(own)?.[1] : undefined;
        if (pages) parts.push({ id: id + shift, pages: Number(pages) });
        await appendObject(
          id + shift,
          (pages ? own.replace('<<\n', `<<\n/Parent ${pagesId} 0 R\n`) : own) + rest,
        );
      }
    },

    async end(): Promise<number> {
      const count = parts.reduce((sum, { pages }) => sum + pages, 0);
      const kids = parts.map(({ id }) => `${id} 0 R`).join(' ');
      await appendObject(pagesId, `<<\n/Type /Pages\n/Count ${count}\n/Kids [${kids}]\n>>`);
      await appendObject(
        catalogId,
        `<<\n/Type /Catalog\n/Pages ${pagesId} 0 R\n/Lang (en-IN)\n/ViewerPreferences << /DisplayDocTitle true >>\n>>`,
      );
      const date = `(D:${info.date.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z)`;
      await appendObject(
        infoId,
        `<<\n/Title ${textString(info.title)}\n/Author ${textString(info.author)}\n/Creator (Haat)\n/CreationDate ${date}\n>>`,
      );
      const lines = Array.from({ length: lastId }, (_, i) => {
        const offset = offsets.get(i + 1);
        return offset === undefined
          ? '0000000000 65535 f \n'
          : `${String(offset).padStart(10, '0')} 00000 n \n`;
      });
      const size = lastId + 1;
      await append(
        Buffer.from(
          `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}trailer\n<<\n/Size ${size}\n/Root ${catalogId} 0 R\n` +
            `/Info ${infoId} 0 R\n>>\nstartxref\n${position}\n%%EOF\n`,
          'latin1',
        ),
      );
      return count;
    },
  };
}

/**
 * The objects of a PDF by pdfkit or pdf-lib without object streams, from its table of offsets. `rest` is the stream
 * that follows a dictionary.
 */
function* readObjects(pdf: Buffer): Generator<{ id: number; dictionary: string; rest: string }> {
  const end = pdf.toString('latin1', pdf.lastIndexOf('startxref'));
  const table = Number(/\d+/.exec(end)?.[0]);
  const entries = pdf.toString('latin1', table).matchAll(/^(\d{10}) \d{5} n /gm);
  const offsets = Array.from(entries, ([, offset]) => Number(offset));
  const sorted = offsets.toSorted((a, b) => a - b);
  const ends = new Map(sorted.map((offset, i) => [offset, sorted[i + 1] ?? table]));
  for (const offset of offsets) {
    const text = pdf.toString('latin1', offset, ends.get(offset));
    const id = Number.parseInt(text, 10);
    const body = text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\nendobj'));
    const stream = body.indexOf('\nstream\n');
    yield stream < 0
      ? { id, dictionary: body, rest: '' }
      : { id, dictionary: body.slice(0, stream), rest: body.slice(stream) };
  }
}

/** Three letters that stand for a number. */
const letters = (number: number) =>
  String.fromCharCode(...[676, 26, 1].map((unit) => 65 + (Math.floor(number / unit) % 26)));

/** A text as UTF-16 in hexadecimal digits. */
const textString = (text: string) => `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`;
