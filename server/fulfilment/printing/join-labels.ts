import { decodePDFRawStream, PDFContext, PDFDocument, PDFName } from '@cantoo/pdf-lib';

/** A label has one page; some couriers add a page for the parcel. */
const maxPages = 4;
/** Far more than labels have: a few hundred objects, and tables of some kilobytes. */
const maxObjects = 5000;
const maxInflatedBytes = 8_000_000;

limitInflating();

/**
 * Joins PDFs of couriers to one that `createMerge` can read. `unreadable`: some can't be read, or have more content
 * than a label has. What a page could run or link to is left out.
 */
export async function joinLabels(pdfs: Uint8Array[]): Promise<{ pdf: Uint8Array; unreadable: number }> {
  const joined = await PDFDocument.create();
  let unreadable = 0;
  for (const bytes of pdfs) {
    try {
      const label = await PDFDocument.load(bytes, { updateMetadata: false });
      if (label.context.enumerateIndirectObjects().length > maxObjects) throw new Error('too many objects');
      const indices = label.getPageIndices().slice(0, maxPages);
      const pages = await joined.copyPages(label, indices);
      for (const page of pages) {
        for (const name of ['Annots', 'AA']) page.node.delete(PDFName.of(name));
        joined.addPage(page);
      }
    } catch {
      // The reason is of no use for a merchant; the order is reported.
      unreadable++;
    }
  }
  return { pdf: await joined.save({ useObjectStreams: false, addDefaultPage: false }), unreadable };
}

/**
 * Lets the streams of pdf-lib end with an error when they get too long: a file of 10 MB can inflate to 10 GB, and the
 * memory of typed arrays does not count towards the limit of a worker thread. Every filter gets its memory by
 * `ensureBuffer`.
 */
function limitInflating(): void {
  const stream = PDFContext.create().stream(new Uint8Array(), { Filter: 'RunLengthDecode' });
  let prototype: object = Object.getPrototypeOf(decodePDFRawStream(stream));
  while (!Object.hasOwn(prototype, 'ensureBuffer')) prototype = Object.getPrototypeOf(prototype);
  const ensureBuffer = Reflect.get(prototype, 'ensureBuffer');
  Object.defineProperty(prototype, 'ensureBuffer', {
    value(this: object, bytes: number) {
      if (bytes > maxInflatedBytes) throw new RangeError('The stream is too long.');
      return Reflect.apply(ensureBuffer, this, [bytes]);
    },
  });
}
