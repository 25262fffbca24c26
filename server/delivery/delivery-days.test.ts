import { expect, it } from 'vitest';
import { defaultDelivery } from '../../shared/contract/orders/delivery.ts';
import { arrivalText, dayText, pinCheckText, ratesText } from '../../shared/orders/delivery.ts';
import { deliveryDays } from './delivery-days.ts';

const days = { dispatch: { min: 1, max: 2 }, transit: { min: 2, max: 3 } };
const calendar = { ...defaultDelivery, holidays: [{ date: '2026-11-25', name: 'Guru Nanak Jayanti' }] };
/** The days for an order at a time in India, such as `2026-11-23T13:59`. */
const daysAt = (time: string) => deliveryDays(calendar, days, new Date(`${time}:00+05:30`));

it('counts working days from the next one if an order comes after the cut-off time or on a day off', () => {
  // Monday: Tuesday, Thursday, Friday; the latest Saturday and Monday after.
  expect(daysAt('2026-11-23T13:59')).toEqual({ from: '2026-11-27', by: '2026-11-30' });
  const nextDay = { from: '2026-11-28', by: '2026-12-01' };
  expect(daysAt('2026-11-23T14:00')).toEqual(nextDay);
  expect(daysAt('2026-11-23T23:59')).toEqual(nextDay);
  // In UTC this is still Monday.
  expect(daysAt('2026-11-24T00:01')).toEqual(nextDay);
  // A holiday, and a Sunday.
  expect(daysAt('2026-11-25T09:00')).toEqual(daysAt('2026-11-26T09:00'));
  expect(daysAt('2026-11-29T09:00')).toEqual(daysAt('2026-11-30T09:00'));
  const same = { min: 0, max: 0 };
  const monday = new Date('2026-11-23T09:00:00+05:30');
  expect(deliveryDays(calendar, { dispatch: same, transit: same }, monday)).toEqual({
    from: '2026-11-23',
    by: '2026-11-23',
  });
});

it('says in words what delivery costs and when it arrives', () => {
  const rates = [
    { from: 0, amount: 79 },
    { from: 999, amount: 0 },
  ];
  const byTotal = { ratesBy: 'total', freeFrom: null } as const;
  expect(ratesText({ ...byTotal, rates })).toBe('₹79, free from ₹999');
  expect(ratesText({ ...byTotal, rates: [{ from: 0, amount: 0 }] })).toBe('Free');
  expect(dayText('2026-11-25')).toBe('Wed, 25 Nov');
  const check = {
    postalCode: '560001',
    city: '',
    state: 'Karnataka',
    served: true,
    hasCod: false,
    ...byTotal,
    rates,
  };
  const cup = { total: 1000, grams: 0 };
  const less = { total: 500, grams: 0 };
  const dated = { ...check, from: '2026-11-24', by: '2026-11-25' };
  expect(pinCheckText(dated, cup)).toBe('Deliver to 560001: by Wed, 25 Nov · Free');
  expect(pinCheckText({ ...dated, hasCod: true }, cup)).toBe(
    'Deliver to 560001: by Wed, 25 Nov · Free · Cash on delivery available',
  );
  expect(pinCheckText(dated, less)).toBe('Deliver to 560001: by Wed, 25 Nov · ₹79, free from ₹999');
  expect(pinCheckText({ ...check, served: false, from: null, by: null }, less)).toBe(
    'We do not deliver to 560001.',
  );
  const byWeight = {
    ...({ ratesBy: 'weight', freeFrom: 999 } as const),
    rates: [
      { from: 0, amount: 60 },
      { from: 501, amount: 90 },
    ],
  };
  expect(ratesText(byWeight)).toBe('₹60, ₹90 from 501 g, free from ₹999');
  const weighed = { ...check, ...byWeight, from: null, by: null };
  expect(pinCheckText(weighed, { total: 998.99, grams: 501 })).toBe(
    'Deliver to 560001 · ₹90, free from ₹999',
  );
  expect(pinCheckText(weighed, { total: 998.99, grams: 500 })).toBe(
    'Deliver to 560001 · ₹60, free from ₹999',
  );
  expect(pinCheckText(weighed, { total: 999, grams: 501 })).toBe('Deliver to 560001 · Free');
  expect(arrivalText(dated)).toBe('Delivery between Tue, 24 Nov and Wed, 25 Nov');
  expect(arrivalText({ from: '2026-11-25', by: '2026-11-25' })).toBe('Delivery on Wed, 25 Nov');
});
