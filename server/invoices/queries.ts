import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { countRows } from '../db/paging.ts';
import type { Invoices, SkippedNumbers } from '../db/schema.ts';
import type { InvoiceContent } from './invoice-content.ts';

/** The next number of a series and financial year, without gaps: a rolled-back caller gives it back. */
export async function takeNumber(trx: Trx, series: string, year: string): Promise<number> {
  const { last } = await trx
    .insertInto('invoiceCounters')
    .values({ series, year, last: 1 })
    .onConflict((oc) =>
      oc.columns(['series', 'year']).doUpdateSet((eb) => ({ last: eb('invoiceCounters.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** The last number of a series and financial year that was used or skipped; 0 if none was. */
export async function getLastNumber(trx: Trx, series: string, year: string): Promise<number> {
  const counter = trx.selectFrom('invoiceCounters').select('last').where('series', '=', series);
  return (await counter.where('year', '=', year).executeTakeFirst())?.last ?? 0;
}

/** The series that have had a number. */
export async function listSeries(trx: Trx): Promise<string[]> {
  const rows = await trx.selectFrom('invoiceCounters').select('series').distinct().execute();
  return rows.map(({ series }) => series);
}

/** How many documents of a series were issued in this time. */
export const countIssued = (trx: Trx, series: string, { from, to }: { from: Date; to: Date }) =>
  countRows(
    trx
      .selectFrom('invoices')
      .where('series', '=', series)
      .where('issuedAt', '>', from)
      .where('issuedAt', '<=', to),
  );

/** Records skipped numbers; the next one follows them. */
export async function insertSkipped(trx: Trx, skipped: Insertable<SkippedNumbers>): Promise<void> {
  const { series, year, last } = skipped;
  await trx.insertInto('skippedNumbers').values(skipped).execute();
  await trx
    .insertInto('invoiceCounters')
    .values({ series, year, last })
    .onConflict((oc) => oc.columns(['series', 'year']).doUpdateSet({ last }))
    .execute();
}

export const listSkipped = (db: Database, skippedAt: Date) =>
  db.selectFrom('skippedNumbers').selectAll().where('skippedAt', '=', skippedAt).orderBy('series').execute();

export async function insertInvoice(
  trx: Trx,
  invoice: Omit<Insertable<Invoices>, 'content'> & { content: InvoiceContent },
): Promise<void> {
  await trx
    .insertInto('invoices')
    .values({ ...invoice, content: JSON.stringify(invoice.content) })
    .execute();
}

export async function findInvoice(db: Database | Trx, orderId: string) {
  return db
    .selectFrom('invoices')
    .select(['id', 'series', 'code', 'content', 'pdfSha256'])
    .where('orderId', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
}

/** The credit notes against this invoice of an order so far, oldest first. */
export async function listCreditNotes(
  trx: Trx,
  orderId: string,
  invoice: { code: string },
): Promise<InvoiceContent[]> {
  const rows = await trx
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'credit_note')
    .where(sql<boolean>`content->'against'->>'code' = ${invoice.code}`)
    .orderBy('issuedAt')
    .orderBy('number')
    .execute();
  return rows.map(({ content }) => content);
}

/** The credit note of a refund. */
export async function findNoteOfRefund(db: Database, refundId: string) {
  return (
    db
      .selectFrom('invoices')
      .select(['id', 'code', 'content', 'pdfSha256'])
      .where('refundId', '=', refundId)
      // Its index.
      .where('orderId', '=', (eb) => eb.selectFrom('refunds').select('orderId').where('id', '=', refundId))
      .executeTakeFirst()
  );
}

/** A credit note, or an invoice that was replaced, by its own id. */
export async function findEarlierDocument(db: Database, id: string) {
  return db
    .selectFrom('invoices')
    .select(['id', 'orderId', 'code', 'content', 'pdfSha256'])
    .where('id', '=', id)
    .where('kind', '!=', 'invoice')
    .executeTakeFirst();
}

/** The titles of the discounts of the shop that reduce the lines of an order, by line. */
export async function listDiscountTitles(trx: Trx, orderId: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; titles: string[] }>`
    select i.id, array_agg(d.title order by d.code, d.discount_id) as titles
    from order_items i join order_item_discounts s on s.order_item_id = i.id
      join order_discounts d on d.order_id = i.order_id and d.discount_id = s.discount_id
    where i.order_id = ${orderId} group by i.id`.execute(trx);
  return new Map(rows.map(({ id, titles }) => [id, titles]));
}

/** Marks the invoice of an order as replaced, so that another one can be issued. */
export async function markReplaced(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('invoices').set({ kind: 'replaced_invoice' }).where('id', '=', id).execute();
}

/** Records the hash of the stored PDF of an invoice or credit note. */
export async function recordPdf(db: Database, id: string, pdfSha256: string): Promise<void> {
  await db.updateTable('invoices').set({ pdfSha256 }).where('id', '=', id).execute();
}
