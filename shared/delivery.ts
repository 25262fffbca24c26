import type { DeliveryRates, DeliverySettings, DeliverySummary, PinCheck } from './contract/delivery.ts';
import { shortRupees } from './money.ts';

/** The charge for products that cost `total`; both in rupees. */
export const chargeFor = (rates: DeliveryRates, total: number): number =>
  rates.findLast(({ from }) => from <= total)?.amount ?? 0;

/** The rates in words: `Free`, `₹79`, `₹79, free from ₹999`. */
export function ratesText(rates: DeliveryRates): string {
  return rates
    .map(({ from, amount }, at) => {
      const charge = amount === 0 ? (at === 0 ? 'Free' : 'free') : shortRupees(amount);
      return at === 0 ? charge : `${charge} from ${shortRupees(from)}`;
    })
    .join(', ');
}

/** What a product page says before a PIN code is known: `Free delivery.`, `Delivery ₹79, free from ₹999, to most PIN codes.` */
export function deliveryClaim({ rates, varies }: DeliverySummary): string {
  const isFree = rates.length === 1 && chargeFor(rates, 0) === 0;
  return `${isFree ? 'Free delivery' : `Delivery ${ratesText(rates)}`}${varies ? ' to most PIN codes' : ''}.`;
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

/** The answer to a shopper who asks about her PIN code, for products that cost `total` rupees. */
export function pinCheckText({ postalCode, served, rates, by, hasCod }: PinCheck, total: number): string {
  if (!served) return notServedText(postalCode);
  const charge = chargeFor(rates, total);
  return [
    `Deliver to ${postalCode}${by ? `: by ${dayText(by)}` : ''}`,
    charge === 0 ? 'Free' : ratesText(rates),
    ...(hasCod ? [codText] : []),
  ].join(' · ');
}

export const notServedText = (postalCode: string): string => `We do not deliver to ${postalCode}.`;

/** What pages say about delivery before a PIN code is known. */
export function deliverySummaryOf(settings: DeliverySettings): DeliverySummary {
  const { zones, elsewhere, listedPinsOnly } = settings;
  const { rates } = elsewhere;
  const isSame = (each: { delivers: boolean; rates: DeliveryRates }) =>
    each.delivers && JSON.stringify(each.rates) === JSON.stringify(rates);
  const varies = listedPinsOnly || ![elsewhere, ...zones].every(isSame);
  const isFree = chargeFor(rates, 0) === 0 && rates.length === 1;
  const pickup = settings.pickup.flatMap(({ isOpen, ...point }) => (isOpen ? [point] : []));
  return {
    pickup,
    rates,
    varies,
    checksPin: varies || !isFree || [elsewhere, ...zones].some(({ days }) => days),
  };
}
