import type { Database, Trx } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';

/** The settings of the shop, and the seller as invoices and mails name it. */
export async function getSettings(db: Database | Trx) {
  const settings = await readSiteInfo(db);
  const { clientName, legalName, address, state, gstin, email, mobile, invoicePrefix } = settings;
  const shopName = clientName || 'Shop';
  return { settings, seller: { shopName, legalName, address, state, gstin, email, mobile, invoicePrefix } };
}
