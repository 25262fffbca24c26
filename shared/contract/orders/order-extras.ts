import { z } from 'zod';
import { normaliseGstin } from '../../gstin.ts';
import { extraLimits, isBuyerGstin } from '../../orders/order-extras.ts';
import { line } from '../text-fields.ts';

/** What an order has of pickup (contract §10) and of what its buyer has added (contract §3.1). */
export const orderExtras = {
  /**
   * Where the buyer picks the order up, from which day on, and when the shop said that it is ready; null if it is
   * delivered.
   */
  pickup: z
    .object({
      name: z.string(),
      address: z.string(),
      hours: z.string(),
      readyOn: z.string(),
      readyAt: z.string().nullable(),
    })
    .nullable(),
  /** What the buyer has added at checkout. */
  note: z.string(),
  giftMessage: z.string(),
  /** The business that buys; `isSez`: a unit or developer of a Special Economic Zone. */
  business: z.object({ name: z.string(), gstin: z.string(), isSez: z.boolean() }).nullable(),
  /** Their consent to updates on WhatsApp: the text, and when they agreed. */
  whatsapp: z.object({ text: z.string(), at: z.string() }).nullable(),
};

/**
 * The business that buys. Name and GSTIN are both given or both empty; with `isSez`, a unit or developer of a Special
 * Economic Zone, they are given.
 */
export const businessFields = {
  businessName: line('Business name', extraLimits.businessName).default(''),
  gstin: z
    .string('Enter a valid GSTIN')
    .overwrite(normaliseGstin)
    .refine((gstin) => gstin === '' || isBuyerGstin(gstin), 'Enter a valid GSTIN')
    .default(''),
  isSez: z.boolean('Must be true or false').default(false),
};
