import { orderNumber } from '../../../shared/orders/order-number.ts';
import type { OrderToPrint } from './parcel-queries.ts';

/** One parcel of an order, as packing slips and labels show it. */
export type Parcel = Omit<OrderToPrint, 'items' | 'parcels' | 'duePaise'> & {
  /**
   * What the courier collects for it, in paise: the amount due of the order for its first parcel, which may not be
   * packed yet.
   */
  codPaise: number;
  /** 0 for the units that are in no parcel yet. */
  number: number;
  /** How many parcels the order has. */
  of: number;
  courier: string;
  trackingNumber: string;
  weightGrams: number | null;
  items: (OrderToPrint['items'][number] & { quantity: number })[];
};

/** The parcels of an order, then the units that are still to be packed, if there are some or there is nothing else. */
export function parcelsOf({ items, parcels, duePaise, ...order }: OrderToPrint): Parcel[] {
  const packed = parcels.map(({ lines, ...parcel }, i) => ({
    ...order,
    ...parcel,
    of: parcels.length,
    codPaise: i === 0 ? duePaise : 0,
    items: items.flatMap((item) => {
      const quantity = lines.find(({ orderItemId }) => orderItemId === item.id)?.quantity ?? 0;
      return quantity > 0 ? [{ ...item, quantity }] : [];
    }),
  }));
  const left = items.flatMap((item) => (item.toPack > 0 ? [{ ...item, quantity: item.toPack }] : []));
  if (left.length === 0 && packed.length > 0) return packed;
  const none = { number: 0, courier: '', trackingNumber: '', weightGrams: null };
  const codPaise = packed.length === 0 ? duePaise : 0;
  return [...packed, { ...order, ...none, codPaise, of: parcels.length, items: left }];
}

/** The parcels that have a shipping label: those with a tracking number. */
export const parcelsWithLabel = (order: OrderToPrint): Parcel[] =>
  parcelsOf(order).filter(({ trackingNumber }) => trackingNumber);

/** The properties of a document about parcels. */
export const infoOf = (kind: string, [first]: Parcel[], author: string) => ({
  title: `${kind} ${orderNumber(first?.id ?? '')}`,
  author,
  date: first?.updatedAt ?? new Date(0),
});
