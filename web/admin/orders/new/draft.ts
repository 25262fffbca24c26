import {
  type ManualMethod,
  manualOrderRequest,
  type Quote,
  quoteRequest,
} from '../../../../shared/contract/orders/manual-orders.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { normaliseGstin } from '../../../../shared/gstin.ts';
import { toPaise } from '../../../../shared/money.ts';
import { isBuyerGstin } from '../../../../shared/orders/order-extras.ts';
import { parseRupees } from '../../../../shared/read-amount.ts';
import { errorsIn } from '../../parts/form/use-form.ts';
import { amountIn } from '../../parts/text.ts';
import { noAddress, type TypedAddress } from '../address-fields.tsx';

/** A line of the form; `price` is empty for that of the catalogue. */
export type DraftLine = {
  product_id: string;
  variant_id: string;
  name: string;
  variant: string;
  image: string | null;
  quantity: string;
  price: string;
  reason: string;
};

/** The form as it is typed. Names are those of the request, so that errors of the server find their fields. */
export type Draft = {
  /** The id of the chosen customer; empty for a new one. */
  customer: string;
  name: string;
  email: string;
  mobile: string;
  altMobile: string;
  isForBusiness: boolean;
  businessName: string;
  gstin: string;
  isSez: boolean;
  delivers: boolean;
  shipping_details: TypedAddress;
  cart_items: DraftLine[];
  /** `kept`: what the discounts of the shop take off an order that is changed. */
  discount: { type: 'none' | 'kept' | 'amount' | 'percent'; amount: string; percent: string };
  shipping: string;
  note: string;
  payment: { method: ManualMethod; hours: string; reference: string };
};

export const emptyDraft: Draft = {
  customer: '',
  name: '',
  email: '',
  mobile: '',
  altMobile: '',
  delivers: true,
  isForBusiness: false,
  businessName: '',
  gstin: '',
  isSez: false,
  shipping_details: noAddress,
  cart_items: [],
  discount: { type: 'none', amount: '', percent: '' },
  shipping: '',
  note: '',
  payment: { method: 'link', hours: '24', reference: '' },
};

/** The same customer, business, address and products as another order, at the prices of today. */
export const draftOf = (order: AdminOrder): Draft => ({
  ...emptyDraft,
  customer: order.customer_id ?? '',
  ...order.customer,
  isForBusiness: order.business !== null,
  businessName: order.business?.name ?? '',
  gstin: order.business?.gstin ?? '',
  isSez: order.business?.isSez ?? false,
  delivers: order.shippingAddress !== null,
  shipping_details: order.shippingAddress ?? noAddress,
  cart_items: order.cart_items.map(({ product_id, variant_id, variant, quantity }) => ({
    product_id: product_id._id,
    variant_id,
    name: product_id.name,
    variant,
    image: product_id.image,
    quantity: String(quantity),
    price: '',
    reason: '',
  })),
});

const numberIn = (text: string): number =>
  /^\d{1,6}(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;

/** What of the business decides about the taxes; nothing while its GSTIN is not valid. */
function taxedBusiness({ isForBusiness, gstin: typed, isSez }: Draft) {
  const gstin = isForBusiness ? normaliseGstin(typed) : '';
  return isBuyerGstin(gstin) ? { gstin, isSez } : {};
}

/** What the server prices in a new order or a changed one. */
export const saleOf = ({ customer, cart_items, discount, shipping }: Draft) => ({
  ...(customer && { customer }),
  cart_items: cart_items.map(({ product_id, variant_id, quantity, price, reason }) => ({
    product_id,
    variant_id,
    quantity: numberIn(quantity),
    ...(price.trim() && { price: amountIn(price), reason }),
  })),
  ...(discount.type === 'amount' && {
    discount: { type: 'amount' as const, amount: amountIn(discount.amount) },
  }),
  ...(discount.type === 'percent' && {
    discount: { type: 'percent' as const, percent: numberIn(discount.percent) },
  }),
  shipping: shipping.trim() ? amountIn(shipping) : 0,
});

/** What the server prices. */
export const quoteBodyOf = (draft: Draft) => ({
  ...saleOf(draft),
  ...taxedBusiness(draft),
  state: draft.delivers ? draft.shipping_details.state : '',
  payment_method: draft.payment.method === 'cash_on_delivery' ? draft.payment.method : ('online' as const),
});

/** The request, with the total that the admin has seen; there is none while the draft can't be priced. */
export function bodyOf(draft: Draft, quote: Quote | undefined) {
  const { name, email, mobile, altMobile, delivers, shipping_details, note, payment } = draft;
  const { businessName, gstin, isSez } = draft;
  return {
    ...saleOf(draft),
    name,
    email,
    mobile,
    altMobile,
    note,
    ...(draft.isForBusiness && { businessName, gstin, isSez }),
    ...(delivers && { shipping_details }),
    payment: {
      method: payment.method,
      hours: Number(payment.hours),
      reference: payment.reference,
    },
    amount: toPaise(quote?.amount ?? 0),
  };
}

const amountFields = (draft: Draft): [path: string, text: string][] => [
  ...draft.cart_items.map(({ price }, index): [string, string] => [
    `cart_items.${index}.price`,
    price.trim(),
  ]),
  ...(draft.discount.type === 'amount'
    ? [['discount.amount', draft.discount.amount.trim() || '?'] satisfies [string, string]]
    : []),
  ['shipping', draft.shipping.trim()],
];

/** Texts that are not amounts, by path. */
export const amountErrors = (draft: Draft) =>
  Object.fromEntries(
    amountFields(draft)
      .filter(([, text]) => text !== '' && parseRupees(text) === undefined)
      .map(([path]) => [path, 'Enter an amount in rupees']),
  );

/** What keeps the server from pricing the draft. */
export const quoteErrors = (draft: Draft) => ({
  ...errorsIn(quoteRequest, quoteBodyOf(draft)),
  ...amountErrors(draft),
});

/** What is wrong with the draft. */
export const draftErrors = (draft: Draft) => ({
  ...errorsIn(manualOrderRequest, bodyOf(draft, undefined)),
  ...amountErrors(draft),
});
