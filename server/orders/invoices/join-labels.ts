import { PDFDocument, PDFName } from '@cantoo/pdf-lib';

/** A label has one page; some couriers add a page for the parcel. */
const maxPages = 4;

/**
 * Joins PDFs of couriers to one that `createMerge` can read, with the positions of those that can't be read. What a page could run
 * or link to is left out.
 */
export async function joinLabels(pdfs: Uint8Array[]): Promise<{ pdf: Uint8Array; unreadable: number[] }> {
  const joined = await PDFDocument.create();
  const unreadable: number[] = [];
  for (const [at, bytes] of pdfs.entries()) {
    try {
      const label = await PDFDocument.load(bytes, { updateMetadata: false });
      const indices = label.getPageIndices().slice(0, maxPages);
      const pages = await joined.copyPages(label, indices);
      for (const page of pages) {
        for (const name of ['Annots', 'AA']) page.node.delete(PDFName.of(name));
        joined.addPage(page);
      }
    } catch {
      // The reason is of no use for a merchant; the order is reported.
      unreadable.push(at);
    }
  }
  return { pdf: await joined.save({ useObjectStreams: false, addDefaultPage: false }), unreadable };
}
