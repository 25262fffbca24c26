import { settings as settingsSchema } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from '../db/database.ts';
import { getSiteInfo } from './site-info-queries.ts';

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
