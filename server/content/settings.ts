import { z } from 'zod';
import type { Database, Trx } from '../db/database.ts';
import { getSiteInfo } from './queries.ts';

/** The owner's settings behind the shop: seller facts for invoices, limits of an order. Amounts in rupees. */
export const settingsSchema = z.object({
  legalName: z.string().default(''),
  /** Empty: the seller charges no GST and invoices show no tax columns. */
  gstin: z.string().default(''),
  state: z.string().default(''),
  invoicePrefix: z.string().default('HT'),
  asksForAddress: z.boolean().default(true),
  minOrderRupees: z.number().default(1),
  maxOrderRupees: z.number().default(500_000),
});
export type Settings = z.infer<typeof settingsSchema>;

/** The seller as invoices and mails name it, and the shop's settings. */
export async function getSettings(db: Database | Trx) {
  const row = await getSiteInfo(db);
  const settings = settingsSchema.parse(row.settings);
  const content = row.content as Record<string, unknown>;
  const text = (name: string) => (typeof content[name] === 'string' ? content[name] : '');
  const seller = {
    shopName: text('clientName') || 'Shop',
    legalName: settings.legalName,
    address: text('address'),
    state: settings.state,
    gstin: settings.gstin,
    email: text('email'),
    mobile: text('mobile'),
    invoicePrefix: settings.invoicePrefix,
  };
  return { settings, seller };
}
