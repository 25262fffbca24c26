import type { Product } from '../contract/catalogue/catalogue.ts';
import type {
  DeliveryCharges,
  DeliverySettings,
  DeliverySummary,
  PinCheck,
} from '../contract/orders/delivery.ts';
import { shortRupees } from '../money.ts';

/** The name of the terms of all PIN codes without a zone. */
export const elsewhereName = 'Everywhere else';

/**
 * What is sent: the price of the products after discounts, in rupees, and their weight in grams, 0 if it is not known.
 */
export type Parcel = { total: number; grams: number };

/** One unit of a product, at the price that its card shows. */
export function parcelOf({ finalPrice, variants }: Pick<Product, 'finalPrice' | 'variants'>): Parcel {
  const shown = variants.find((variant) => variant.finalPrice === finalPrice);
  return { total: finalPrice, grams: shown?.weightGrams ?? 0 };
}

/** What delivery of these products costs, in rupees. */
export function chargeFor({ rates, ratesBy, freeFrom }: DeliveryCharges, { total, grams }: Parcel): number {
  if (ratesBy === 'total') return rates.findLast(({ from }) => from <= total)?.amount ?? 0;
  if (freeFrom !== null && total >= freeFrom) return 0;
  return rates.findLast(({ from }) => from <= grams)?.amount ?? 0;
}

/** The charges in words: `Free`, `₹79`, `₹79, free from ₹999`, `₹60, ₹90 from 501 g, free from ₹999`. */
export function ratesText({ rates, ratesBy, freeFrom }: DeliveryCharges): string {
  const steps = rates.map(({ from, amount }, index) => {
    const charge = amount === 0 ? (index === 0 ? 'Free' : 'free') : shortRupees(amount);
    return index === 0 ? charge : `${charge} from ${ratesBy === 'weight' ? `${from} g` : shortRupees(from)}`;
  });
  const isReduced = ratesBy === 'weight' && freeFrom !== null;
  return [...steps, ...(isReduced ? [`free from ${shortRupees(freeFrom)}`] : [])].join(', ');
}

const isFree = ({ rates }: DeliveryCharges) => rates.every(({ amount }) => amount === 0);

/**
 * What a product page says before a PIN code is known: `Free delivery.`,
 * `Delivery ₹79, free from ₹999, to most PIN codes.`
 */
export function deliveryClaim({ varies, ...charges }: DeliverySummary): string {
  const claim = isFree(charges) ? 'Free delivery' : `Delivery ${ratesText(charges)}`;
  return `${claim}${varies ? ' to most PIN codes' : ''}.`;
}

const dayFormat = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** A day such as `2026-11-25` in words: `Wed, 25 Nov`. */
export const dayText = (day: string): string => dayFormat.format(new Date(day));

/** When an order arrives: `Delivery between Mon, 23 Nov and Wed, 25 Nov`; empty if no date is known. */
export function arrivalText({ from, by }: Pick<PinCheck, 'from' | 'by'>): string {
  if (!from || !by) return '';
  return from === by ? `Delivery on ${dayText(by)}` : `Delivery between ${dayText(from)} and ${dayText(by)}`;
}

/** From which day on an order can be picked up, in words: `Ready on Wed, 25 Nov`. */
export const readyText = (day: string): string => `Ready on ${dayText(day)}`;

export const codText = 'Cash on delivery available';

/** The answer to a shopper who asks about their PIN code, for these products. */
export function pinCheckText(
  { postalCode, served, by, hasCod, ...charges }: PinCheck,
  parcel: Parcel,
): string {
  if (!served) return notServedText(postalCode);
  const charge = chargeFor(charges, parcel);
  return [
    `Deliver to ${postalCode}${by ? `: by ${dayText(by)}` : ''}`,
    charge === 0 ? 'Free' : chargeText(charge, charges),
    ...(hasCod ? [codText] : []),
  ].join(' · ');
}

/** What these products cost to deliver: by weight it is the charge for them, otherwise also what a larger order costs. */
const chargeText = (charge: number, charges: DeliveryCharges): string =>
  charges.ratesBy === 'total' || charges.rates.length === 1
    ? ratesText(charges)
    : ratesText({ ...charges, rates: [{ from: 0, amount: charge }] });

export const notServedText = (postalCode: string): string => `We do not deliver to ${postalCode}.`;

/** What pages say about delivery before a PIN code is known. */
export function deliverySummaryOf(settings: DeliverySettings): DeliverySummary {
  const { zones, elsewhere, listedPinsOnly, couriers } = settings;
  const chargesOf = ({ rates, ratesBy, freeFrom }: DeliveryCharges) => ({ rates, ratesBy, freeFrom });
  const charges = chargesOf(elsewhere);
  const isSame = (zone: DeliveryCharges & { delivers: boolean }) =>
    zone.delivers && JSON.stringify(chargesOf(zone)) === JSON.stringify(charges);
  const varies = listedPinsOnly || couriers.length > 0 || ![elsewhere, ...zones].every(isSame);
  const pickup = settings.pickup.flatMap(({ isOpen, ...point }) => (isOpen ? [point] : []));
  return {
    pickup,
    ...charges,
    varies,
    checksPin: varies || !isFree(charges) || [elsewhere, ...zones].some(({ days }) => days),
  };
}
