import { isId } from '../../shared/id.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { orders } from '../orders/orders.ts';
import { readDocument, readInvoice } from './documents.ts';
import { findEarlierDocument } from './queries.ts';

/** The documents of an order, for an actor who may see it. */
export function invoices(deps: Deps, actor: Actor) {
  const { getOrder } = orders(deps, actor);
  return {
    /** The invoice as a PDF, which is drawn once and stored. 404 while the order is unpaid. */
    async getInvoice(id: string, key?: string): Promise<{ filename: string; pdf: Buffer }> {
      await getOrder(id, key);
      return readInvoice(deps, id);
    },

    /** A credit note, or an invoice that was replaced, as a PDF, by its own id; 404 without access to its order. */
    async getCreditNote(id: string, key?: string): Promise<{ filename: string; pdf: Buffer }> {
      const document = isId(id) ? await findEarlierDocument(deps.db, id) : undefined;
      if (!document) throw notFound('Credit note not found.');
      await getOrder(document.orderId, key);
      return readDocument(deps, document);
    },
  };
}
