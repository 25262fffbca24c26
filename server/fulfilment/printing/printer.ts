import type { PrintKind } from '../../../shared/contract/orders/print-jobs.ts';
import type { SkippedOrder } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { invoicePdf } from '../../invoices/invoices.ts';
import { getSender, labelPdf, packingSlipPdf } from './parcel-documents.ts';
import { listOrdersToPrint, type OrderToPrint } from './parcel-queries.ts';
import { type Parcel, parcelsOf, parcelsWithLabel } from './parcels.ts';
import { createPicker, type Printer, type WritePart } from './pick.ts';
import { listDocuments } from './print-queries.ts';
import { whyNoLabel, whyNotPacked } from './skip-reasons.ts';

/**
 * How many documents a worker thread draws at once: few enough that an invoice which a shopper waits for is not late,
 * and a multiple of the four labels of a sheet.
 */
export const partSize = 20;

/** What is printed of an order, or why nothing is. */
type Found<Item> = { id: string; items: Item[]; reason: string | undefined };

/** Draws the documents of a print job. `createdAt` is when the job was started. */
export async function createPrinter(
  deps: Pick<Deps, 'db' | 'files' | 'workers'>,
  { kind, createdAt }: { kind: Exclude<PrintKind, 'courier_labels'>; createdAt: Date },
  write: WritePart,
): Promise<Printer> {
  const { db, workers } = deps;
  const sender = await getSender(db);
  const reader =
    (itemsOf: (order: OrderToPrint) => Parcel[], why: (order: OrderToPrint) => string | undefined) =>
    async (ids: string[]) =>
      (await listOrdersToPrint(db, ids)).map((order) => ({
        id: order.id,
        items: itemsOf(order),
        reason: why(order),
      }));
  switch (kind) {
    case 'pick_list':
      return createPicker(deps, { shopName: sender.shopName, createdAt }, write);
    case 'packing_slips':
      return partPrinter(reader(parcelsOf, whyNotPacked), async (parcels) =>
        write(await workers.run(packingSlipPdf, 'renderPackingSlips', parcels, sender.shopName)),
      );
    case 'labels':
      return partPrinter(reader(parcelsWithLabel, whyNoLabel), async (parcels) =>
        write(await workers.run(labelPdf, 'renderLabels', parcels, sender)),
      );
    case 'label_sheets':
      return partPrinter(reader(parcelsWithLabel, whyNoLabel), async (parcels) =>
        write(await workers.run(labelPdf, 'renderLabelSheets', parcels, sender)),
      );
    case 'invoices': {
      const read = async (ids: string[]) => {
        const documents = await listDocuments(db, ids);
        return ids.map((id) => {
          const items = (documents.get(id) ?? []).map(({ content }) => content);
          return { id, items, reason: items.length > 0 ? undefined : 'it has no invoice yet' };
        });
      };
      const module = { ...invoicePdf, isUrgent: false };
      return partPrinter(read, async (contents) =>
        write(await workers.run(module, 'renderInvoices', contents)),
      );
    }
  }
}

/** Collects what `read` finds, and draws as many as a part has. */
function partPrinter<Item>(
  read: (ids: string[]) => Promise<Found<Item>[]>,
  draw: (items: Item[]) => Promise<void>,
): Printer {
  const skipped: SkippedOrder[] = [];
  const ready: Item[] = [];
  return {
    skipped,
    async add(ids) {
      for (const { id, items, reason } of await read(ids)) {
        if (reason) skipped.push({ id, reason });
        else ready.push(...items);
      }
      while (ready.length >= partSize) await draw(ready.splice(0, partSize));
    },
    async end() {
      if (ready.length > 0) await draw(ready);
    },
  };
}
