import type { ShippingDetails } from '../../shared/contract/checkout.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { toRupees } from '../../shared/money.ts';
import type { OrderRow } from './queries.ts';

/** A row of orders as its owner and the back office see it (spec §3). */
export function presentOrder(row: OrderRow): Order {
  return {
    _id: row.id,
    order_number: row.id.slice(-6).toUpperCase(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    amount: toRupees(row.amountPaise),
    currency: 'INR',
    status: row.status,
    payment_id: row.paymentId,
    razorpay_order_id: row.providerOrderId,
    invoice_path: row.invoice && `invoices/${row.id}.pdf`,
    invoice_url: row.invoice && `/api/razorpay/invoice/${row.id}`,
    invoice_number: row.invoice?.code ?? null,
    is_guest: row.isGuest,
    is_test: row.isTest,
    guest_details: row.isGuest ? { name: row.name, email: row.email, mobile: row.mobile } : null,
    user_id: row.user && {
      _id: row.user.id,
      name: row.user.name,
      email: row.user.email ?? '',
      phone: row.user.mobile ?? '',
    },
    cart_items: row.items.map((item) => ({
      _id: item.id,
      product_id: { _id: item.productId, name: item.name, slug: item.slug, image: item.image },
      variant: item.variantLabel,
      sku: item.sku,
      price: toRupees(item.unitPaise),
      quantity: item.quantity,
      total: toRupees(item.linePaise),
    })),
    orderItems: row.items.map((item) => ({
      _id: item.id,
      name: item.variantLabel ? `${item.name} (${item.variantLabel})` : item.name,
      quantity: item.quantity,
      price: toRupees(item.unitPaise),
    })),
    shippingAddress: row.shipping as ShippingDetails | null,
    timeline: row.events.map((event) => ({
      status: event.status,
      at: new Date(event.at).toISOString(),
      by: event.byLabel,
      note: event.note,
    })),
    paidAmount: toRupees(row.paidPaise),
    refundedAmount: toRupees(row.refundedPaise),
  };
}
