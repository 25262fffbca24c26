import type { DeliverySettings } from '../../shared/contract/orders/delivery.ts';

const free = [{ from: 0, amount: 0 }];
const byTotal = { ratesBy: 'total', freeFrom: null } as const;
const dispatch = { min: 2, max: 3 };

/** How the demo shop delivers from Jaipur; its shipping policy says the same. */
export const delivery: DeliverySettings = {
  zones: [
    {
      name: 'Jaipur',
      states: [],
      prefixes: ['302'],
      pins: [],
      delivers: true,
      rates: free,
      ...byTotal,
      days: { dispatch, transit: { min: 1, max: 2 } },
    },
    {
      name: 'North East, Jammu and Kashmir, Ladakh',
      states: [
        ...(['Arunachal Pradesh', 'Assam', 'Manipur', 'Meghalaya', 'Mizoram'] as const),
        ...(['Nagaland', 'Sikkim', 'Tripura', 'Jammu and Kashmir', 'Ladakh'] as const),
      ],
      prefixes: [],
      pins: [],
      delivers: true,
      ...byTotal,
      rates: [
        { from: 0, amount: 99 },
        { from: 1500, amount: 0 },
      ],
      days: { dispatch, transit: { min: 8, max: 12 } },
    },
    {
      name: 'Islands',
      states: ['Andaman and Nicobar Islands', 'Lakshadweep'],
      prefixes: [],
      pins: [],
      delivers: false,
      rates: free,
      ...byTotal,
      days: null,
    },
  ],
  elsewhere: { delivers: true, rates: free, ...byTotal, days: { dispatch, transit: { min: 5, max: 7 } } },
  cutOff: '14:00',
  workingDays: [1, 2, 3, 4, 5, 6],
  holidays: [
    { date: '2027-01-26', name: 'Republic Day' },
    { date: '2027-08-15', name: 'Independence Day' },
    { date: '2027-10-02', name: 'Gandhi Jayanti' },
  ],
  listedPinsOnly: false,
  couriers: [],
  pickup: [],
};
