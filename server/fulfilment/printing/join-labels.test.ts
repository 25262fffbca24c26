import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { joinLabels } from './join-labels.ts';

/** A label of one page, 288 points wide; `objects` are added to the file. */
async function label(objects: (page: number) => Uint8Array = () => new Uint8Array()): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([288, 432]);
  page.node.set(PDFName.of('AA'), pdf.context.obj({ O: { S: 'URI', URI: 'https://example.in' } }));
  page.node.set(PDFName.of('Annots'), pdf.context.obj([]));
  const bytes = Buffer.from(await pdf.save({ useObjectStreams: false }));
  const index = bytes.lastIndexOf('xref\n', bytes.lastIndexOf('startxref') - 1);
  return Buffer.concat([bytes.subarray(0, index), objects(page.ref.objectNumber), bytes.subarray(index)]);
}

/** A compressed table of this length that makes the page 7 points wide. */
const narrowing = (length: number) => (page: number) => {
  const table = `${page} 0 `;
  const content = deflateSync(Buffer.from(`${table}<</Type /Page /MediaBox [0 0 7 7]>>`.padEnd(length)));
  const head = `<</Type /ObjStm /N 1 /First ${table.length} /Filter /FlateDecode /Length ${content.length}>>`;
  return Buffer.concat([
    Buffer.from(`80 0 obj\n${head}\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
};

const pagesOf = async (pdf: Uint8Array) => (await PDFDocument.load(pdf)).getPages();

it('labels are joined without what a page could run or link to (T-COU-08)', async () => {
  const { pdf, unreadable } = await joinLabels([await label(), await label()]);
  expect(unreadable).toBe(0);
  const pages = (await pagesOf(pdf)).map(({ node }) => [
    node.has(PDFName.of('AA')),
    node.has(PDFName.of('Annots')),
  ]);
  expect(pages).toEqual([
    [false, false],
    [false, false],
  ]);
});

it('a label that is no PDF or has too many objects stops no other, and no stream inflates without limit (T-COU-09)', async () => {
  const many = Array.from({ length: 6000 }, (_, i) => `${i + 100} 0 obj\n<<>>\nendobj\n`).join('');
  const bad = [Buffer.from('<html>'), await label(() => Buffer.from(many))];
  const { pdf, unreadable } = await joinLabels([
    ...bad,
    await label(narrowing(100_000)),
    await label(narrowing(9_000_000)),
  ]);
  expect(unreadable).toBe(2);
  // What is too long is left out, so the page stays as wide as it was.
  expect((await pagesOf(pdf)).map((page) => page.getWidth())).toEqual([7, 288]);
});
