import type { FormerPlace } from '../../shared/contract/moves.ts';
import { plainRupees, proportion, toRupees } from '../../shared/money.ts';
import type { Row } from '../csv/table.ts';
import { cellOf, emailOf, joined, momentOf, paiseOf } from './cells.ts';
import { firstMobile, problemOf, readAmounts, recordOf, statusOf } from './order-rows.ts';
import { leftOut, type OrderLine, type OrderRecord, type ReadRecord } from './records.ts';

/** The columns with the moment of an order. */
export const wooDateColumns = ['order_date', 'Order Date', 'date', 'Date', 'date_created'];

/** Columns of the exports of WooCommerce itself and of its common export plugins; the first with a value counts. */
const columns = {
  number: ['order_number_formatted', 'order_number', 'Order Number', 'Order #', 'order_id', 'Order ID'],
  id: ['order_id', 'Order ID'],
  date: wooDateColumns,
  status: ['status', 'order_status', 'Order Status'],
  total: ['order_total', 'Order Total Amount', 'Order Total', 'total', 'N. Revenue'],
  refunded: ['refund_amount', 'Order Refund Amount', 'refunded_total', 'total_refunded', 'refunded'],
  subtotal: ['order_subtotal', 'Order Subtotal Amount', 'subtotal'],
  shipping: ['shipping_total', 'Order Shipping Amount', 'Shipping Total'],
  tax: ['tax_total', 'Order Total Tax Amount', 'total_tax'],
  discount: ['discount_total', 'cart_discount', 'Cart Discount Amount', 'Discount Total'],
  currency: ['order_currency', 'Order Currency', 'currency'],
  method: ['payment_method_title', 'Payment Method Title', 'payment_method'],
  reference: ['transaction_id', 'Transaction ID'],
  shippingMethod: ['shipping_method', 'Shipping Method Title'],
  coupon: ['coupon_code', 'Coupon Code', 'Coupon(s)'],
  coupons: ['coupon_items', 'coupons'],
  note: ['customer_note', 'Customer Note'],
  customer: ['Customer', 'customer_name', 'customer_user'],
  email: ['billing_email', 'customer_email', 'Email (Billing)', 'Customer Email'],
  phone: ['billing_phone', 'Phone (Billing)'],
};

const itemColumns = {
  name: ['Item Name', 'item_name', 'Product Name'],
  sku: ['SKU', 'item_sku'],
  quantity: ['Quantity', 'Quantity (- Refund)', 'item_quantity'],
  price: ['Item Cost', 'item_price'],
  total: ['Order Line Total', 'Item Total', 'item_total'],
};

/** Orders that were never paid. Shops add statuses of their own, such as shipped, for paid ones. */
const unpaid = [
  'pending',
  'pending_payment',
  'on_hold',
  'failed',
  'cancelled',
  'draft',
  'checkout_draft',
  'trash',
  '',
];

/** The number by which rows of one order belong together. */
export const wooOrderNumber = (row: Row): string => cellOf(row, ...columns.number);

/** An order whose rows follow each other in a file of WooCommerce. */
export function readWooOrder(rows: Row[]): ReadRecord[] {
  const [head] = rows;
  if (!head) return [];
  const cell = (field: keyof typeof columns) => cellOf(head, ...columns[field]);
  const number = wooOrderNumber(head);
  if (!number) return [leftOut(head.line, '', 'The order has no number')];
  const refunds = cell('refunded') || refundedIn(cellOf(head, 'refund_items'));
  const amounts = readAmounts({
    total: cell('total'),
    refunded: refunds,
    subtotal: cell('subtotal'),
    shipping: cell('shipping'),
    tax: cell('tax'),
    discount: cell('discount'),
    due: '',
  });
  const [placedAt, currency] = [momentOf(cell('date')), cell('currency')];
  const problem = problemOf(amounts, placedAt, cell('date'), currency);
  if (problem || !placedAt || 'problem' in amounts)
    return [
      leftOut(head.line, number, problem ?? '', {
        paise: problem?.includes('not in rupees') ? undefined : paiseOf(cell('total')),
        placedAt,
      }),
    ];
  const status = statusOf(cell('status'));
  const [billing, shipping] = [placeOf(head, 'billing'), placeOf(head, 'shipping')];
  const refunded = status === 'refunded' && amounts.refunded === 0 ? amounts.total : amounts.refunded;
  const record: OrderRecord = {
    number,
    placedAt,
    name: billing?.name || shipping?.name || joined([cell('customer')]),
    email: emailOf(cell('email')),
    mobile: firstMobile(cell('phone'), shipping?.phone),
    paymentStatus: status,
    fulfilmentStatus: status === 'completed' ? 'fulfilled' : '',
    cancelledAt: status === 'cancelled' ? placedAt : null,
    totalPaise: amounts.total,
    refundedPaise: refunded,
    netPaise: unpaid.includes(status) ? 0 : amounts.total - refunded,
    details: {
      subtotalPaise: amounts.subtotal,
      shippingPaise: amounts.shipping,
      taxPaise: amounts.tax,
      discountPaise: amounts.discount,
      discountCode: cell('coupon') || (partsOf(cell('coupons')).get('code') ?? ''),
      paymentMethod: cell('method'),
      paymentReference: cell('reference'),
      shippingMethod: cell('shippingMethod'),
      sourceId: cell('id'),
      note: cell('note'),
      tags: '',
      billing,
      shipping,
      lines: rows.flatMap(itemOfRow).concat(itemsIn(head)),
    },
  };
  return [recordOf(head.line, record)];
}

/** The item of a row of an export with one row for each item. */
function itemOfRow(row: Row): OrderLine[] {
  const name = cellOf(row, ...itemColumns.name);
  if (!name) return [];
  const quantity = quantityOf(cellOf(row, ...itemColumns.quantity));
  const [price, total] = [cellOf(row, ...itemColumns.price), cellOf(row, ...itemColumns.total)];
  return [lineOf(name, cellOf(row, ...itemColumns.sku), quantity, price, total)];
}

/** The items of an export with one row for each order: in columns `line_item_1` …, in one of `line_items`, or as names. */
function itemsIn(row: Row): OrderLine[] {
  const numbered = row.columns
    .filter((name) => /^line_item_\d+$/i.test(name))
    .map((name) => cellOf(row, name));
  const together = cellOf(row, 'line_items').split(/;(?=\s*(?:id|name|product_id):)/);
  const items = [...numbered, ...together].filter(Boolean).flatMap((text) => {
    const parts = partsOf(text);
    const name = parts.get('name');
    if (!name) return [];
    const total = parts.get('total') ?? parts.get('sub_total') ?? '';
    return [
      lineOf(
        name,
        parts.get('sku') ?? '',
        quantityOf(parts.get('quantity') ?? parts.get('qty') ?? ''),
        '',
        total,
      ),
    ];
  });
  if (items.length > 0) return items;
  // The analytics of WooCommerce write “2× Tee, 1× Cap”.
  return cellOf(row, 'Product(s)')
    .split(/,\s*(?=\d+\s*×)/)
    .flatMap((text) => {
      const [, quantity = '', name = ''] = /^(\d+)\s*×\s*(.+)$/s.exec(text.trim()) ?? [];
      return name ? [lineOf(name, '', Number(quantity), '', '')] : [];
    });
}

const quantityOf = (cell: string) => {
  const quantity = Number(cell || 1);
  return Number.isFinite(quantity) ? quantity : 1;
};

function lineOf(name: string, sku: string, quantity: number, price: string, total: string): OrderLine {
  const whole = paiseOf(total) ?? 0;
  const single = price
    ? (paiseOf(price) ?? 0)
    : Number.isInteger(quantity) && quantity > 0
      ? proportion(whole, 1, quantity)
      : whole;
  return { name: name.slice(0, 300), sku, quantity, pricePaise: single, discountPaise: 0, status: '' };
}

/** The values of a cell such as `name:Tee|sku:T-1|quantity:2|total:998.00`. */
function partsOf(text: string): Map<string, string> {
  return new Map(
    text.split('|').flatMap((part): [string, string][] => {
      const [, name = '', value = ''] = /^\s*(\w+):(.*)$/s.exec(part) ?? [];
      return name ? [[name.toLowerCase(), value.trim()]] : [];
    }),
  );
}

/** The sum of a cell such as `amount:100.00|reason:…|date:…;amount:20.00|…`, as an amount. */
function refundedIn(text: string): string {
  const amounts = [...text.matchAll(/\bamount:\s*-?([\d.]+)/g)].map(
    ([, amount = '']) => paiseOf(amount) ?? 0,
  );
  const sum = amounts.reduce((all, paise) => all + paise, 0);
  return amounts.length > 0 ? plainRupees(toRupees(sum)) : '';
}

function placeOf(row: Row, kind: 'billing' | 'shipping'): FormerPlace | null {
  const suffix = kind === 'billing' ? '(Billing)' : '(Shipping)';
  const cell = (field: string, name: string) =>
    joined([cellOf(row, `${kind}_${field}`, `${name} ${suffix}`)]);
  const place = {
    name: joined([cell('first_name', 'First Name'), cell('last_name', 'Last Name')]),
    company: cell('company', 'Company'),
    address: joined(
      [cell('address_1', 'Address 1') || cell('address', 'Address 1&2'), cell('address_2', 'Address 2')],
      ', ',
    ),
    city: cell('city', 'City'),
    state: cell('state', 'State Code') || cell('state', 'State'),
    postalCode: cell('postcode', 'Postcode'),
    country: cell('country', 'Country Code'),
    phone: cell('phone', 'Phone'),
  };
  return Object.values(place).some(Boolean) ? place : null;
}
