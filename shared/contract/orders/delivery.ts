import { z } from 'zod';
import { indianStates } from '../../contact/indian-states.ts';
import { pinPattern } from '../../contact/pin-code.ts';
import { compactText } from '../../text/plain-text.ts';
import { line, requiredLine, requiredText } from '../text-fields.ts';
import { rupeesAmount } from '../wire.ts';
import { courierProvider } from './couriers.ts';

export const pinField = z
  .string('PIN code is required')
  .overwrite(compactText)
  .regex(pinPattern, 'Enter a valid PIN code');

const yesOrNo = z.boolean('Must be true or false');
const wrongDays = 'Enter whole numbers of days from 0 to 60, the smaller one first';
const dayCount = z.int(wrongDays).min(0, wrongDays).max(60, wrongDays);
const dayRange = z
  .object({ min: dayCount, max: dayCount })
  .refine(({ min, max }) => min <= max, { path: ['min'], error: wrongDays });

const wrongRate = 'Enter an amount in rupees, at most ₹1,00,000';
const rate = z.object({
  from: rupeesAmount,
  amount: rupeesAmount.max(100_000, wrongRate),
});

/** Charges in rupees: the last one whose `from` is reached. */
const rates = z
  .array(rate)
  .min(1)
  .max(10, 'At most 10 rates')
  .refine(
    (all) => all.every(({ from }, index) => (index === 0 ? from === 0 : from > (all[index - 1]?.from ?? 0))),
    'Each rate begins higher than the one above it',
  );

/**
 * What delivery costs: `from` of the rates is what the products cost after discounts, in rupees, or what they weigh, in
 * grams.
 */
const charges = {
  rates,
  ratesBy: z.enum(['total', 'weight']).default('total'),
  /** Of rates by weight: from what the products cost after discounts on delivery is free, in rupees; null for never. */
  freeFrom: rupeesAmount.nullable().default(null),
};
export type DeliveryCharges = z.infer<z.ZodObject<typeof charges>>;

/** Whether the shop delivers to a zone, what it charges, and in how many working days; null if no date is shown. */
const deliveryTerms = z.object({
  delivers: yesOrNo,
  ...charges,
  days: z.object({ dispatch: dayRange, transit: dayRange }).nullable(),
});
export type DeliveryTerms = z.infer<typeof deliveryTerms>;

const maxPins = 5000;
const wrongPin = 'Enter PIN codes of 6 digits';
const wrongPrefix = 'Enter the first 1 to 5 digits of PIN codes';

const deliveryZone = deliveryTerms.extend({
  name: requiredLine('Name', 60),
  states: z
    .array(
      z.enum(
        indianStates.map(({ name }) => name),
        'Choose a state',
      ),
    )
    .max(indianStates.length),
  prefixes: z.array(z.string().regex(/^[1-9]\d{0,4}$/, wrongPrefix)).max(500, 'At most 500'),
  pins: z.array(z.string().overwrite(compactText).regex(pinPattern, wrongPin)).max(maxPins, 'At most 5,000'),
});
export type DeliveryZone = z.infer<typeof deliveryZone>;

/** The parts of a zone that say which PIN codes it has, most specific first. */
const zoneParts = ['pins', 'prefixes', 'states'] as const;

/** A place where buyers pick up their orders (contract §10). Its name identifies it. */
export const pickupPoint = z.object({
  name: requiredLine('Name', 60),
  address: requiredText('Address', 300),
  hours: line('Hours', 100),
  /** The working days until an order is ready. */
  days: dayCount,
});
export type PickupPoint = z.infer<typeof pickupPoint>;

/** How a shop delivers (contract §10). Times are those of India; days of the week count from Sunday, 0. */
export const deliverySettings = z
  .object({
    zones: z.array(deliveryZone).max(50, 'At most 50 zones'),
    elsewhere: deliveryTerms,
    /** An order from this time on counts from the next working day. */
    cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time'),
    workingDays: z.array(z.int().min(0).max(6)).min(1, 'Choose at least one day').max(7),
    holidays: z
      .array(z.object({ date: z.iso.date('Enter a date'), name: requiredLine('Name', 60) }))
      .max(100, 'At most 100 holidays'),
    /** Whether PIN codes that are not in the imported list of the courier are not served. */
    listedPinsOnly: yesOrNo,
    /** The couriers that are asked whether they deliver to a PIN code. */
    couriers: z.array(courierProvider).max(courierProvider.options.length).default([]),
    /** Checkout offers those that are open. */
    pickup: z
      .array(pickupPoint.extend({ isOpen: yesOrNo }))
      .max(20, 'At most 20 places')
      .default([]),
  })
  .superRefine(({ zones, pickup }, context) => {
    for (const [index, { name }] of pickup.entries())
      if (pickup.findIndex((place) => place.name === name) < index)
        context.addIssue({
          code: 'custom',
          path: ['pickup', index, 'name'],
          message: 'Another place has this name',
        });
    const seen = new Map<string, string>();
    for (const [index, zone] of zones.entries()) {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['zones', index, path], message });
      if (zoneParts.every((part) => zone[part].length === 0))
        refuse('states', 'Choose states, or enter PIN codes or their first digits');
      for (const part of zoneParts)
        for (const entry of zone[part]) {
          const earlier = seen.get(entry);
          if (earlier !== undefined)
            refuse(part, `${entry} is in ${earlier === zone.name ? 'this zone' : earlier} already`);
          else seen.set(entry, zone.name);
        }
    }
    if (zones.reduce((sum, { pins }) => sum + pins.length, 0) > maxPins)
      context.addIssue({ code: 'custom', path: ['zones'], message: 'At most 5,000 PIN codes in all zones' });
  });
export type DeliverySettings = z.infer<typeof deliverySettings>;

/** Free everywhere and without dates: a shop that has set nothing. */
export const defaultDelivery: DeliverySettings = {
  zones: [],
  elsewhere: {
    delivers: true,
    rates: [{ from: 0, amount: 0 }],
    ratesBy: 'total',
    freeFrom: null,
    days: null,
  },
  cutOff: '14:00',
  workingDays: [1, 2, 3, 4, 5, 6],
  holidays: [],
  listedPinsOnly: false,
  couriers: [],
  pickup: [],
};

/** What pages say about delivery before a PIN code is known. */
export const deliverySummary = z.object({
  /** What is charged for PIN codes without a zone of their own. */
  ...charges,
  /** Whether other PIN codes have other rates, or none. */
  varies: yesOrNo,
  /** Whether a PIN code can be checked, because there is more to say than that delivery is free. */
  checksPin: yesOrNo,
  /** Where orders can be picked up instead. */
  pickup: z.array(pickupPoint),
});
export type DeliverySummary = z.infer<typeof deliverySummary>;

/** How the shop delivers to a PIN code. `city` and `state` are empty if they are not known. */
export const pinCheck = z.object({
  postalCode: z.string(),
  city: z.string(),
  state: z.string(),
  served: z.boolean(),
  ...charges,
  /** Empty unless it is served. */
  rates: z.array(rate),
  /** Whether orders can be paid on delivery there, if their amount and products allow it. */
  hasCod: z.boolean(),
  /** Days in India, such as `2026-11-25`, for an order that is placed now; null if no date is shown. */
  from: z.string().nullable(),
  by: z.string().nullable(),
});
export type PinCheck = z.infer<typeof pinCheck>;

/** Body of `POST /settings/delivery/try`: the settings, and what is sent where. Rupees and grams. */
export const deliveryTrial = z.object({
  delivery: deliverySettings,
  postalCode: pinField,
  total: rupeesAmount,
  grams: z.int().min(0).max(10_000_000),
});
export type DeliveryTrial = z.infer<typeof deliveryTrial>;

/** What these settings say about it: the zone, and the charge in rupees, null if it is not served. */
export const deliveryTrialResult = pinCheck.extend({ zone: z.string(), charge: z.number().nullable() });
export type DeliveryTrialResult = z.infer<typeof deliveryTrialResult>;

/** The lists of PIN codes that the owner imports: the directory of India Post, and what a courier serves. */
export const pinListKind = z.enum(['directory', 'courier']);
export type PinListKind = z.infer<typeof pinListKind>;

/** How many PIN codes each list has. */
export const pinLists = z.object({ directory: z.number(), courier: z.number() });
export type PinLists = z.infer<typeof pinLists>;

/** What a file with PIN codes contains, and whether it has replaced the list. */
export const pinImport = z.object({
  saved: z.boolean(),
  pins: z.number(),
  /** How many of the directory belong to one known state. */
  withState: z.number(),
  /** How many of a courier's list it serves, and how many with cash on delivery. */
  served: z.number(),
  withCod: z.number(),
  /** How many PIN codes the replaced list has. */
  replaced: z.number(),
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  skippedCount: z.number(),
});
export type PinImport = z.infer<typeof pinImport>;
