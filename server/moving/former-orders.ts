import type { FormerOrder, FormerOrderDetail, FormerOrderQuery } from '../../shared/contract/moves.ts';
import { toRupees } from '../../shared/money.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import * as queries from './former-order-queries.ts';
import { programOf } from './read.ts';
import { orderDetails } from './records.ts';

/** The orders of the former shop: history, which nobody changes. */
export const formerOrders = ({ db }: Pick<Deps, 'db'>) => ({
  /** One page of them, newest first, and their number. */
  async listFormerOrders(query: FormerOrderQuery): Promise<{ items: FormerOrder[]; total: number }> {
    const { rows, total } = await queries.listFormerOrders(db, query);
    return { items: rows.map((row) => present(row)), total };
  },

  /** 404. */
  async getFormerOrder(id: string): Promise<FormerOrderDetail> {
    const row = await queries.findFormerOrder(db, id);
    if (!row) throw notFound('Order not found.');
    const details = orderDetails.parse(row.details);
    return {
      ...present(row),
      subtotal: toRupees(details.subtotalPaise),
      shipping: toRupees(details.shippingPaise),
      tax: toRupees(details.taxPaise),
      discount: toRupees(details.discountPaise),
      discountCode: details.discountCode,
      paymentMethod: details.paymentMethod,
      paymentReference: details.paymentReference,
      shippingMethod: details.shippingMethod,
      sourceId: details.sourceId,
      note: details.note,
      tags: details.tags,
      billing: details.billing,
      shipTo: details.shipping,
      lines: details.lines.map(({ pricePaise, discountPaise, ...line }) => ({
        ...line,
        price: toRupees(pricePaise),
        discount: toRupees(discountPaise),
      })),
    };
  },
});

const present = (row: queries.FormerOrderRow): FormerOrder => ({
  _id: row.id,
  number: row.number,
  program: programOf(row),
  customer: row.customerId,
  placedAt: row.placedAt.toISOString(),
  name: row.name,
  email: row.email,
  mobile: row.mobile,
  paymentStatus: row.paymentStatus,
  fulfilmentStatus: row.fulfilmentStatus,
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
  total: toRupees(row.totalPaise),
  refunded: toRupees(row.refundedPaise),
  net: toRupees(row.netPaise),
  items: orderDetails.parse(row.details).lines.reduce((sum, { quantity }) => sum + quantity, 0),
});
