import { placeLines } from '../../shared/contact/address-lines.ts';
import type { Order } from '../../shared/contract/orders/orders.ts';
import type { Shipment } from '../../shared/contract/orders/shipments.ts';
import { shortRupees } from '../../shared/money.ts';
import { arrivalText, readyText } from '../../shared/orders/delivery.ts';
import { giftCardName } from '../../shared/orders/gift-card-code.ts';
import { boughtGiftCardText } from '../../shared/orders/gift-card-texts.ts';
import { businessText } from '../../shared/orders/order-extras.ts';
import { sumRows } from '../../shared/orders/order-sums.ts';
import type { MailPart } from '../mail/mail.ts';

/** The lines of a refund. */
export function itemsOf(
  order: Order,
  refunded: { refundId: string; orderItemId: string; quantity: number }[],
  refundId: string,
): [string, string][] {
  const items = refunded.flatMap((line) => {
    const item = order.cart_items.find(({ _id }) => _id === line.orderItemId);
    return line.refundId === refundId && line.quantity > 0 && item
      ? [`${line.quantity} × ${item.product_id.name}`]
      : [];
  });
  return items.length > 0 ? [['Items', items.join('\n')]] : [];
}

/** A note of an admin. */
export const noteOf = (note: string): MailPart[] => (note ? [{ quote: note }] : []);

/** Courier, tracking number and link of a shipment. */
export function shipmentOf({ courier, trackingNumber, trackingUrl: url }: Shipment): MailPart[] {
  const facts: [string, string][] = [];
  if (courier) facts.push(['Courier', courier]);
  if (trackingNumber) facts.push(['Tracking number', trackingNumber]);
  return [...(facts.length > 0 ? [{ facts }] : []), ...(url ? [{ button: 'Track your shipment', url }] : [])];
}

/** All lines of an order with its total. */
export const linesOf = (order: Order): MailPart[] => [
  {
    lines: order.cart_items.map(({ product_id, variant, quantity, price, subtotal, giftCard }) => ({
      name: product_id.name,
      detail: [variant, `${quantity} × ${shortRupees(price)}`, giftCard?.name && boughtGiftCardText(giftCard)]
        .filter(Boolean)
        .join(' · '),
      amount: shortRupees(subtotal),
    })),
    sums: sumRows(order).map(([label, sum]): [string, string] => [label, shortRupees(sum)]),
    total: shortRupees(order.amount),
  },
  ...giftCardOf(order),
  ...(order.cashOnDelivery?.advance
    ? [`${shortRupees(order.cashOnDelivery.advance)} of it was paid in advance.`]
    : []),
];

const giftCardOf = ({ giftCard }: Order): string[] =>
  giftCard ? [`${giftCardName(giftCard.ending)} pays ${shortRupees(giftCard.amount)} of it.`] : [];

/** Where and from when on the buyer picks the order up; empty if it is delivered. */
export function pickupOf({ pickup, status }: Order): MailPart[] {
  if (!pickup) return [];
  const { name, address, hours, readyOn, readyAt } = pickup;
  const isWaited = readyAt === null && status !== 'delivered';
  return [
    { facts: [['Pick up at', [name, address, hours].filter(Boolean).join('\n')]] },
    ...(isWaited ? [`${readyText(readyOn)}. We mail you when you can pick it up.`] : []),
  ];
}

/**
 * The delivery address, and until something was sent the days of the delivery, or where the order is picked up; empty
 * if it is neither.
 */
export function addressOf(order: Order): MailPart[] {
  const { shippingAddress: to, arrival, shipments } = order;
  if (!to) return pickupOf(order);
  const lines = [to.name, to.address].concat(placeLines({ ...to, country: '' }));
  return [
    { facts: [['Delivery to', lines.join('\n')]] },
    ...(arrival && shipments.length === 0 ? [`${arrivalText(arrival)}.`] : []),
  ];
}

/** What the buyer has added to the order. */
export function extrasOf({ note, giftMessage, business }: Order): MailPart[] {
  const facts: [string, string][] = [];
  if (business) facts.push(['Business', businessText(business)]);
  if (note) facts.push(['Order note', note]);
  if (giftMessage) facts.push(['Gift message', giftMessage]);
  return facts.length > 0 ? [{ facts }] : [];
}

/** What is in these shipments, unless they contain the whole order. */
export function partOf({ cart_items: items }: Order, shipments: Shipment[]): MailPart[] {
  const units = shipments.flatMap(({ lines }) => lines);
  if (units.length === 0) return [];
  const shipped = items.flatMap(({ _id, product_id, variant, quantity }) => {
    const sent = units.reduce((sum, line) => (line.line_id === _id ? sum + line.quantity : sum), 0);
    const name = variant ? `${product_id.name} (${variant})` : product_id.name;
    return sent > 0 ? [{ text: `${sent} × ${name}`, isWhole: sent === quantity }] : [];
  });
  if (shipped.length === items.length && shipped.every(({ isWhole }) => isWhole)) return [];
  return [{ facts: [['Items', shipped.map(({ text }) => text).join('\n')]] }];
}
