import { z } from 'zod';

/** What an order has of pickup (decision 144) and of what its buyer has added (decision 143). */
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
  /** The business that buys. */
  business: z.object({ name: z.string(), gstin: z.string() }).nullable(),
  /** Her consent to updates on WhatsApp: the text, and when she agreed. */
  whatsapp: z.object({ text: z.string(), at: z.string() }).nullable(),
};
