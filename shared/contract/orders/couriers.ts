import { z } from 'zod';
import { pinPattern } from '../../contact/pin-code.ts';
import { compactText } from '../../text/plain-text.ts';

/**
 * The couriers that the shop books by their API (india §2.1, §2.2), and one that carries nothing, for a shop in test
 * mode.
 */
export const courierProvider = z.enum(['shiprocket', 'delhivery', 'sandbox'], 'Choose a courier');
export type CourierProvider = z.infer<typeof courierProvider>;

/** The name of each on screens and in messages. */
export const courierProviders: Record<CourierProvider, string> = {
  shiprocket: 'Shiprocket',
  delhivery: 'Delhivery',
  sandbox: 'Test courier',
};

const measure = (name: string, unit: string, max: number) =>
  z
    .int(`The ${name} must be a whole number`)
    .min(1, `The ${name} must be at least 1 ${unit}`)
    .max(max, `The ${name} must be at most ${max} ${unit}`);

/** Weight in grams and size in centimetres of a packed shipment. */
export const parcelSize = z.object({
  weightGrams: measure('weight', 'g', 500_000),
  lengthCm: measure('length', 'cm', 500),
  widthCm: measure('width', 'cm', 500),
  heightCm: measure('height', 'cm', 500),
});
export type ParcelSize = z.infer<typeof parcelSize>;

const accountFields = parcelSize.extend({
  isOn: z.boolean(),
  /** Of Shiprocket: the email address of its API user. */
  login: z.string().trim().max(254, 'The email is too long'),
  /** The name of the pickup location exactly as in the account of the courier. */
  pickupLocation: z.string().trim().max(100, 'The pickup location is too long'),
  /** The PIN code of the pickup location. */
  pickupPin: z
    .string()
    .overwrite(compactText)
    .refine((pin) => pin === '' || pinPattern.test(pin), 'Enter a valid PIN code'),
});

/** An account at a courier. Its secrets are never in a reply. */
export const courierAccount = accountFields.extend({
  provider: courierProvider,
  /** Whether its password or API token is stored. */
  hasSecret: z.boolean(),
  /** Whether the courier can send tracking events. */
  hasEventToken: z.boolean(),
});
export type CourierAccount = z.infer<typeof courierAccount>;

/** Reply of `GET /settings/couriers`. */
export const courierSettings = z.object({
  accounts: z.array(courierAccount),
  /** Where couriers send tracking events. */
  eventsUrl: z.string(),
});
export type CourierSettings = z.infer<typeof courierSettings>;

/**
 * Body of `PUT /settings/couriers/{provider}`. An absent `secret` stays: the password of the API user, or the API
 * token.
 */
export const courierAccountChange = accountFields.extend({
  secret: z.string().trim().min(1, 'Enter it, or leave the stored one').max(500, 'It is too long').optional(),
});
export type CourierAccountChange = z.infer<typeof courierAccountChange>;

/** Reply of `POST /settings/couriers/{provider}/event-token`: the only time that the token is shown. */
export const eventToken = z.object({ token: z.string() });

/** Reply of `POST /settings/couriers/{provider}/test`: the pickup locations of the account, if the courier lists them. */
export const courierTest = z.object({ pickupLocations: z.array(z.string()) });

/** A courier that shipments can be booked with, and the parcel size of its settings. */
export const bookableCourier = parcelSize.extend({ provider: courierProvider });
export type BookableCourier = z.infer<typeof bookableCourier>;

/** Body of `POST /order/admin/{id}/shipments/{shipment}/rates`. */
export const ratesRequest = parcelSize.extend({ provider: courierProvider });
export type RatesRequest = z.infer<typeof ratesRequest>;

/** A service that takes the shipment to its PIN code. `amount` in rupees; null if the courier does not tell it. */
export const courierRate = z.object({
  id: z.string(),
  name: z.string(),
  amount: z.number().nullable(),
  days: z.number().nullable(),
});
export type CourierRate = z.infer<typeof courierRate>;

/** Body of `POST /order/admin/{id}/shipments/{shipment}/booking`. Without `service` the courier chooses it. */
export const bookingRequest = ratesRequest.extend({
  service: z.string().max(20).optional(),
  /** Whether a pickup is requested too. */
  pickup: z.boolean().default(false),
});
export type BookingRequest = z.infer<typeof bookingRequest>;

/**
 * `open`: it is being booked, or the courier has not answered; the shop finds out. `cancelling`: the same for its
 * cancellation. `failed`: the courier has refused it.
 */
export const bookingState = z.enum(['open', 'booked', 'failed', 'cancelling', 'cancelled']);

/** The latest booking of a shipment. */
export const booking = z.object({
  provider: courierProvider,
  state: bookingState,
  service: z.string(),
  trackingNumber: z.string(),
  /** What the courier last said about the shipment, in its own words. */
  status: z.string(),
  statusAt: z.string().nullable(),
  pickup: z.string(),
  /** Why the last step failed. */
  problem: z.string(),
});
export type Booking = z.infer<typeof booking>;

/** What a courier that is on has answered about PIN codes (decision 114). Times are ISO 8601 in UTC. */
export const pinService = z.object({
  provider: courierProvider,
  /** About how many PIN codes. */
  answers: z.number(),
  answeredAt: z.string().nullable(),
  /** When it was last asked and has not answered. */
  unansweredAt: z.string().nullable(),
});
export type PinService = z.infer<typeof pinService>;

/** What a courier says about a PIN code now. */
export const pinServiceAnswer = z.object({ isServed: z.boolean(), hasCod: z.boolean() });
export type PinServiceAnswer = z.infer<typeof pinServiceAnswer>;
