import { z } from 'zod';
import { isScientific } from '../../identifiers.ts';
import { lineUnits } from '../wire.ts';
import { booking } from './couriers.ts';

/** How much of an order's price was received, from its ledger; without money, how far its payment is (contract §7). */
export const paymentState = z.enum([
  'pending',
  'authorized',
  'paid',
  'partly_paid',
  'partly_refunded',
  'refunded',
  'failed',
  'due_on_delivery',
]);
export type PaymentState = z.infer<typeof paymentState>;

/** How much of an order was shipped, from its shipments (contract §7). */
export const fulfilmentState = z.enum([
  'unfulfilled',
  'partly_fulfilled',
  'fulfilled',
  'delivered',
  'returned',
]);
export type FulfilmentState = z.infer<typeof fulfilmentState>;

/** `returned`: the courier brought the shipment back to its origin (RTO). */
export const shipmentState = z.enum(['packed', 'shipped', 'delivered', 'returned', 'cancelled']);
export type ShipmentState = z.infer<typeof shipmentState>;

/** A shipment as its buyer sees it. */
export const shipment = z.object({
  _id: z.string(),
  /** 1 for the first shipment of the order. */
  number: z.number(),
  state: shipmentState,
  courier: z.string(),
  trackingNumber: z.string(),
  /** The courier's tracking page; null for an unknown courier. */
  trackingUrl: z.string().nullable(),
  shippedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  lines: z.array(
    z.object({
      /** The `_id` of the line in `cart_items`. */
      line_id: z.string(),
      quantity: z.number(),
    }),
  ),
});
export type Shipment = z.infer<typeof shipment>;

/** The same as the back office sees it. */
export const adminShipment = shipment.extend({
  weightGrams: z.number().nullable(),
  lengthCm: z.number().nullable(),
  widthCm: z.number().nullable(),
  heightCm: z.number().nullable(),
  returnedAt: z.string().nullable(),
  lines: z.array(shipment.shape.lines.element.extend({ restocked: z.number() })),
  events: z.array(z.object({ state: shipmentState, at: z.string(), by: z.string(), note: z.string() })),
  /** Null if it was never booked with a courier. */
  booking: booking.nullable(),
});
export type AdminShipment = z.infer<typeof adminShipment>;

export const courierText = z.string().trim().max(100, 'The courier is too long');
export const trackingText = z
  .string()
  .trim()
  .max(100, 'The tracking number is too long')
  .refine((text) => !isScientific(text), 'A spreadsheet has shortened this number');
const size = z
  .int('The size must be in whole centimetres')
  .min(1, 'The size must be at least 1 cm')
  .max(500, 'The size must be at most 500 cm')
  .nullable()
  .optional();

const details = {
  courier: courierText.optional(),
  trackingNumber: trackingText.optional(),
  weightGrams: z
    .int('The weight must be in whole grams')
    .min(1, 'The weight must be at least 1 g')
    .max(500_000, 'The weight must be at most 500 kg')
    .nullable()
    .optional(),
  lengthCm: size,
  widthCm: size,
  heightCm: size,
  /** `updatedAt` of the order that the admin saw: if it has changed since, the reply is a 409 `order_changed`. */
  updatedAt: z.iso.datetime().optional(),
};

/**
 * Body of `POST /order/admin/{id}/shipments`: packs these units in a shipment, and with the state `shipped` hands it to
 * the courier. Without `lines`, all units that are left.
 */
export const newShipment = z.object({
  ...details,
  state: z.enum(['packed', 'shipped']).default('packed'),
  lines: lineUnits.optional(),
});
export type NewShipment = z.infer<typeof newShipment>;

/**
 * Body of `PUT /order/admin/{id}/shipments/{shipment}`. Absent fields stay. `restock`: the units of a shipment that
 * becomes or is `returned` go back into stock.
 */
export const shipmentChange = z.object({
  ...details,
  state: shipmentState.optional(),
  restock: z.boolean().default(false),
});
export type ShipmentChange = z.infer<typeof shipmentChange>;
