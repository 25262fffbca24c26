import type { ColumnType, InsertType, UpdateType } from 'kysely';
import type { ShippingDetails } from '../../shared/contract/accounts/contact-fields.ts';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import type { ImportJob } from '../../shared/contract/catalogue/catalogue-jobs.ts';
import type { PrintKind } from '../../shared/contract/orders/print-jobs.ts';
import type { Recipient } from '../../shared/orders/cart.ts';
import type { WhatsappVersion } from '../../shared/orders/order-extras.ts';
import type { InvoiceContent } from '../invoices/invoice-content.ts';
import type { DB } from './schema.ts';

/** A product that a batch could not change, and the reason. */
export type BatchFailure = { id: string; name: string; message: string };

/** An order that a print job left out, and the reason. */
export type SkippedOrder = { id: string; reason: string };

/** The zone that an order was priced with, and the days in India between which it was promised to arrive. */
export type OrderDelivery = { zone: string; from: string | null; by: string | null };

/** Where an order is picked up, as it was at checkout, and the day in India from which on. */
export type OrderPickup = { name: string; address: string; hours: string; readyOn: string };

/** The content of columns that only this shop writes, most of them JSON. The others are parsed where they are read. */
type Documents = {
  adminLog: { detail: Record<string, unknown> };
  invoices: { content: InvoiceContent };
  orderItems: { recipient: Recipient | Record<string, never> | null };
  orders: {
    shipping: ShippingDetails | null;
    delivery: OrderDelivery | null;
    pickup: OrderPickup | null;
    whatsappConsent: WhatsappVersion | null;
  };
  printJobs: { kind: PrintKind; skipped: SkippedOrder[] };
  productBatches: { failures: BatchFailure[] };
  productImports: Pick<ImportJob, 'failures' | 'notes' | 'missing'>;
  /** `attributes`: the values by the ids of the attributes. */
  products: { options: Product['options']; attributes: Record<string, string[]> };
};

/** The tables of the database, with typed JSON columns. They are written as JSON text. */
export type Tables = Omit<DB, keyof Documents> & {
  [Name in keyof Documents]: Omit<DB[Name], keyof Documents[Name]> & {
    [Column in keyof Documents[Name] & keyof DB[Name]]: ColumnType<
      Documents[Name][Column],
      InsertType<DB[Name][Column]>,
      UpdateType<DB[Name][Column]>
    >;
  };
};
