import { orderNumber } from '../../../shared/orders/order-number.ts';
import type { Database } from '../../db/database.ts';
import { readSiteInfo } from '../../db/site-info.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { drawingLimits } from '../../invoices/invoices.ts';
import type { WorkerModule } from '../../runtime/worker-pool.ts';
import type { Sender } from './label.ts';
import { listOrdersToPrint } from './parcel-queries.ts';
import { parcelsOf, parcelsWithLabel } from './parcels.ts';
import { whyNoLabel } from './skip-reasons.ts';

/** The packing slips of an order as a PDF without prices. It is not stored, because it shows the current order. */
export async function readPackingSlip({ db, workers }: Pick<Deps, 'db' | 'workers'>, orderId: string) {
  const [order] = await listOrdersToPrint(db, [orderId]);
  if (!order) throw notFound('Order not found.');
  const { shopName } = await getSender(db);
  const pdf = Buffer.from(
    await workers.run(packingSlipPdf, 'renderPackingSlips', parcelsOf(order), shopName),
  );
  return { filename: `packing-slip-${orderNumber(orderId)}.pdf`, pdf };
}

/** The shipping labels of an order as a PDF of 4 × 6 inches. 404 without a tracking number or delivery address. */
export async function readLabel({ db, workers }: Pick<Deps, 'db' | 'workers'>, orderId: string) {
  const [order] = await listOrdersToPrint(db, [orderId]);
  if (!order) throw notFound('Order not found.');
  const missing = whyNoLabel(order);
  if (missing) throw notFound(`There is no label for this order: ${missing}.`);
  const pdf = Buffer.from(
    await workers.run(labelPdf, 'renderLabels', parcelsWithLabel(order), await getSender(db)),
  );
  return { filename: `label-${orderNumber(orderId)}.pdf`, pdf };
}

/** The shop as labels and packing slips name it. */
export async function getSender(db: Database): Promise<Sender> {
  const { clientName, address, state, mobile } = await readSiteInfo(db);
  return { shopName: clientName || 'Shop', address, state, mobile };
}

export const packingSlipPdf: WorkerModule<typeof import('./packing-slip.ts')> = {
  url: new URL('./packing-slip.ts', import.meta.url),
  ...drawingLimits,
};
export const labelPdf: WorkerModule<typeof import('./label.ts')> = {
  url: new URL('./label.ts', import.meta.url),
  ...drawingLimits,
};
export const pickListPdf: WorkerModule<typeof import('./pick-list.ts')> = {
  url: new URL('./pick-list.ts', import.meta.url),
  ...drawingLimits,
};
