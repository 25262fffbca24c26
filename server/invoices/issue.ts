import type { Trx } from '../db/database.ts';
import { getBalancePaise } from '../ledger/queries/entry-queries.ts';
import { keepInBooks } from '../orders/queries/change-queries.ts';
import type { LockedOrder } from '../orders/queries/order-queries.ts';
import { deleteRefundLines, insertRefundLines } from '../orders/queries/refund-line-queries.ts';
import { creditNoteContent } from './credit-note.ts';
import { type InvoiceInput, invoiceContent, taxOfSale } from './invoice-content.ts';
import { findInvoice, insertInvoice, listCreditNotes, listDiscountTitles, markReplaced } from './queries.ts';
import { sharesOfNote } from './refund-lines.ts';
import { nextNumber, seriesOfInvoice, seriesOfNote } from './series.ts';

type NewInvoice = Pick<InvoiceInput, 'paymentId'> & {
  items: (InvoiceInput['items'][number] & { id: string })[];
  seller: InvoiceInput['seller'] & { invoicePrefix: string };
  now: Date;
};

/** Issues the invoice of a paid order: the next number of its series, and its content. The order is locked. */
export async function issueInvoice(
  trx: Trx,
  order: LockedOrder,
  { seller, items, paymentId, now }: NewInvoice,
): Promise<string> {
  const { invoicePrefix } = seller;
  const isReduced = items.some(({ discountPaise }) => discountPaise > 0);
  const titles = isReduced ? await listDiscountTitles(trx, order.id) : undefined;
  // Others wait for the next number until this transaction commits.
  const isOfGiftCards = items.every(({ recipient }) => recipient);
  const series = seriesOfInvoice({ isTest: order.isTest, invoicePrefix, isOfGiftCards });
  const numbered = await nextNumber(trx, series, now);
  const content = invoiceContent({
    code: numbered.code,
    issuedAt: now,
    order,
    items: items.map((item) => ({ ...item, discountTitles: titles?.get(item.id) })),
    paymentId,
    seller,
  });
  await insertInvoice(trx, { kind: 'invoice', orderId: order.id, ...numbered, issuedAt: now, content });
  if (order.deletedAt) await keepInBooks(trx, order.id);
  return numbered.code;
}

/**
 * Issues the credit note of a refund, in its own series: for the refunded lines, and for the rest of the invoice that
 * is neither paid nor due (`duePaise`), so that the invoice less its credit notes does not exceed the net payment. A
 * refund of an overpayment needs no credit note. The order is locked and the refund is in the ledger.
 */
export async function issueCreditNote(
  trx: Trx,
  order: LockedOrder,
  { refundId, now, duePaise }: { refundId: string; now: Date; duePaise: number },
): Promise<string | undefined> {
  const invoice = await findInvoice(trx, order.id);
  if (!invoice) return undefined;
  await deleteRefundLines(trx, refundId);
  const earlier = await listCreditNotes(trx, order.id, invoice);
  const credited = earlier.reduce((sum, note) => sum + note.totals.totalPaise, 0);
  const covered = Math.max(0, await getBalancePaise(trx, order.id)) + duePaise;
  const uncovered = invoice.content.totals.totalPaise - covered;
  const { shares, newLines } = await sharesOfNote(trx, order.id, refundId, uncovered - credited);
  if (shares.every(({ amountPaise }) => amountPaise === 0)) return undefined;
  await insertRefundLines(trx, refundId, newLines);
  const numbered = await nextNumber(trx, seriesOfNote(kindOf(invoice)), now);
  const content = creditNoteContent({
    invoice: invoice.content,
    earlier,
    shares,
    code: numbered.code,
    issuedAt: now,
  });
  const note = { kind: 'credit_note' as const, orderId: order.id, refundId, ...numbered, issuedAt: now };
  await insertInvoice(trx, { ...note, content });
  return numbered.code;
}

/** The same unless the order has an invoice. The order is locked. */
export async function issueMissingInvoice(trx: Trx, order: LockedOrder, sale: NewInvoice): Promise<void> {
  if (!(await findInvoice(trx, order.id))) await issueInvoice(trx, order, sale);
}

/** Reverses the invoice of an order for which nothing is to be paid any more with a credit note, if there is one. */
export async function reverseInvoice(trx: Trx, order: LockedOrder, now: Date): Promise<void> {
  const invoice = await findInvoice(trx, order.id);
  if (!invoice) return;
  await markReplaced(trx, invoice.id);
  await insertReversal(trx, order, invoice, now);
}

/**
 * Replaces the invoice of an order whose content has changed: a credit note reverses it, and another one is issued for
 * the order as it is now (decision 102). Returns the new number; without an invoice nothing is issued. The order is
 * locked, and the invoice has no credit note.
 */
export async function replaceInvoice(
  trx: Trx,
  order: LockedOrder,
  { seller, items, now }: Omit<NewInvoice, 'paymentId'>,
): Promise<string | undefined> {
  const invoice = await findInvoice(trx, order.id);
  if (!invoice) return undefined;
  const { paymentId } = invoice.content;
  await markReplaced(trx, invoice.id);
  // The number of the invoice before that of the note, as everywhere, so that two transactions can't wait for each other.
  const code = await issueInvoice(trx, order, { seller, items, paymentId, now });
  await insertReversal(trx, order, invoice, now);
  return code;
}

type StoredInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

const kindOf = ({ series, content }: StoredInvoice) => ({
  series,
  isOfGiftCards: content.lines.every(({ isGiftCard }) => isGiftCard),
});

/** Issues the credit note that reverses a whole invoice. */
async function insertReversal(
  trx: Trx,
  order: LockedOrder,
  invoice: StoredInvoice,
  now: Date,
): Promise<void> {
  const numbered = await nextNumber(trx, seriesOfNote(kindOf(invoice)), now);
  const content = creditNoteContent({
    invoice: invoice.content,
    earlier: [],
    shares: invoice.content.lines.map(({ quantity, linePaise }, line) => ({
      line,
      quantity,
      amountPaise: linePaise,
    })),
    code: numbered.code,
    issuedAt: now,
  });
  await insertInvoice(trx, { kind: 'credit_note', orderId: order.id, ...numbered, issuedAt: now, content });
}

/** From this amount on, an invoice must name the buyer and the delivery address (rule 46; india §1.4). Paise. */
const namedFromPaise = 5_000_000;

/**
 * Whether the law asks for another invoice after the contact details of an order have changed: it has taxes for another
 * place of supply, or is of at least ₹50,000 and names another buyer or address.
 */
export async function isInvoiceOutdated(
  trx: Trx,
  order: LockedOrder,
  seller: NewInvoice['seller'],
): Promise<boolean> {
  const invoice = await findInvoice(trx, order.id);
  if (!invoice) return false;
  const { tax, placeOfSupply, buyer, delivery, totals } = invoice.content;
  const now = taxOfSale(seller, order, []).placeOfSupply;
  if (tax !== 'none' && now.name !== placeOfSupply.name) return true;
  // Both addresses are as the database writes them.
  const names = JSON.stringify([buyer.name, delivery]) === JSON.stringify([order.name, order.shipping]);
  return totals.totalPaise >= namedFromPaise && !names;
}
