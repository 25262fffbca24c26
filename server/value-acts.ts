import type { Route } from '../shared/contract/calls.ts';

/**
 * How an act that gives money or goods away is bounded (contract §15). Each of them is in the audit log.
 * `amount`: what it gives away counts towards the limits of the role, at once and in a day; a refusal is “Your role can
 * <verb> ₹100 at once.”
 * `no-limit`: nobody knows how much it will give away, and an approval would need a stored draft, so it is for roles
 * without limits; a refusal is “Your role has limits, so it can’t <verb>.”
 * `recorded`: limits do not fit it, with the reason.
 * `needsProof`: it needs a proof of the last ten minutes (decision 42).
 */
type Act =
  | { bound: 'amount'; verb: string; needsProof?: true }
  | { bound: 'no-limit'; verb: string; needsProof?: true }
  | { bound: 'recorded'; why: string };

export const valueActs = {
  refund: { bound: 'amount', verb: 'refund', needsProof: true },
  reduction: { bound: 'amount', verb: 'reduce prices by' },
  giftCard: { bound: 'amount', verb: 'give away gift cards of', needsProof: true },
  tag: { bound: 'no-limit', verb: 'add a tag that gives prices or discounts', needsProof: true },
  priceList: { bound: 'no-limit', verb: 'change an active price list', needsProof: true },
  discount: { bound: 'no-limit', verb: 'change an enabled discount or get its codes', needsProof: true },
  price: { bound: 'no-limit', verb: 'lower the prices of products' },
  category: { bound: 'no-limit', verb: 'move products to a category that a discount reduces' },
  newProduct: { bound: 'recorded', why: 'A new product has no former price.' },
  payment: {
    bound: 'recorded',
    why: 'Money is recorded as received, or is no longer asked for. The till, the bank account or the list of the courier shows whether it is there, and limits of refunds do not fit sales.',
  },
  goods: {
    bound: 'recorded',
    why: 'Goods leave the shop, or go to another address. Their parcels are tracked, and the buyer is mailed.',
  },
  terms: {
    bound: 'recorded',
    why: 'Charges and amounts of the settings are the same for every buyer. Those of money have a permission of their own and need a proof.',
  },
} as const satisfies Record<string, Act>;

export type ValueAct = keyof typeof valueActs;
export type ActWith<Bound extends Act['bound']> = {
  [Each in ValueAct]: (typeof valueActs)[Each]['bound'] extends Bound ? Each : never;
}[ValueAct];

/**
 * The acts with which calls give value away. `tests/value-acts.test.ts` compares this with the table of calls: each call
 * that changes something, and whose permission allows one of these acts, is here, with an empty list if it gives nothing
 * away.
 */
export const actsOfCalls = {
  'POST /order/admin/:id/refund': ['refund'],
  'POST /refund-approvals/:id/approve': ['refund'],
  'POST /refund-approvals/:id/reject': [],
  'POST /attention/:id/resolve': ['refund'],

  'PUT /order/admin/:id/status': ['refund', 'giftCard', 'payment', 'goods'],
  'POST /order/admin': ['reduction', 'payment'],
  'POST /order/admin/quote': [],
  'PUT /order/admin/:id/lines': ['refund', 'reduction', 'payment'],
  'POST /order/admin/:id/lines/quote': [],
  'PUT /order/admin/:id/contact': ['goods', 'reduction'],
  'POST /order/admin/:id/due': ['payment'],
  'DELETE /order/admin/:id/due': ['payment'],
  'POST /cod-remittances': ['payment'],
  'POST /order/admin/:id/confirm': ['goods'],
  'POST /order/admin/:id/check': [],
  'DELETE /order/admin/:id': [],
  'POST /order/admin/:id/restore': [],
  'POST /order/admin/tests/remove': [],
  'POST /order/admin/batch': ['payment', 'goods'],
  'POST /order/admin/:id/shipments': ['payment', 'goods'],
  'PUT /order/admin/:id/shipments/:shipment': ['payment', 'goods'],
  'POST /order/admin/:id/shipments/:shipment/rates': [],
  'POST /order/admin/:id/shipments/:shipment/booking': ['goods'],
  'POST /order/admin/:id/shipments/:shipment/booking/pickup': ['goods'],
  'POST /order/admin/:id/shipments/:shipment/booking/track': ['payment'],
  'DELETE /order/admin/:id/shipments/:shipment/booking': [],
  'POST /order/admin/:id/pickup-ready': ['goods'],
  'PATCH /order/admin/:id/tags': [],
  'POST /order/admin/:id/notes': [],
  'PUT /order/admin/:id/notes/:note': [],
  'DELETE /order/admin/:id/notes/:note': [],

  'POST /gift-cards': ['giftCard'],
  'PUT /gift-cards/:id': ['giftCard'],
  'POST /gift-cards/:id/send': ['giftCard'],

  'PATCH /customers/:id/tags': ['tag'],
  'POST /customers/:id/merge': ['tag'],
  'POST /customers/:id/notes': [],
  'PUT /customers/:id/notes/:note': [],
  'DELETE /customers/:id/notes/:note': [],
  'PUT /order/admin/:id/cod-block': [],
  'POST /cod-blocks': [],
  'DELETE /cod-blocks/:id': [],

  'POST /discounts': ['discount'],
  'PUT /discounts/:id': ['discount'],
  'DELETE /discounts/:id': [],
  'POST /discounts/try': [],
  'POST /discounts/:id/code-batches': ['discount'],
  'GET /discounts/:id/code-batches/:batch/codes.csv': ['discount'],
  'POST /price-lists': ['priceList'],
  'PUT /price-lists/:id': ['priceList'],
  'DELETE /price-lists/:id': [],
  'PUT /price-lists/:id/prices/:variant': ['priceList'],
  'DELETE /price-lists/:id/prices/:variant': ['priceList'],
  'POST /price-lists/:id/prices/import': ['priceList'],

  'POST /products': ['newProduct'],
  'POST /products/:id/duplicate': ['newProduct'],
  'PUT /products/:id': ['price', 'category'],
  'PATCH /products/:id': ['price', 'category'],
  'DELETE /products/:id': [],
  'POST /products/table/rows': [],
  'POST /products/table': ['price', 'category'],
  'POST /products/stock': [],
  'POST /products/stock/count': [],
  'POST /products/labels': [],
  'POST /products/batch/preview': [],
  'POST /products/batch': ['price', 'category'],
  'POST /products/batch/:id/undo': ['price'],
  'POST /products/import/plan': [],
  'POST /products/import/pictures': [],
  'POST /products/import': ['newProduct', 'price', 'category'],
  'POST /products/import/:id/pictures': [],
  'POST /moves/files': [],
  'DELETE /moves/:id/files/:file': [],
  'DELETE /moves/:id': [],
  'POST /moves/:id/start': ['newProduct', 'discount', 'giftCard', 'tag'],
  'POST /moves/:id/undo': [],
  'POST /customers/invite': [],
  'POST /catalogue/collections': [],
  'PUT /catalogue/collections/:id': [],
  'DELETE /catalogue/collections/:id': [],
  'POST /categories': [],
  'PUT /categories/reorder': [],
  'PUT /categories/navbar/reorder': [],
  'PUT /categories/:id': [],
  'DELETE /categories/:id': [],
  'PUT /categories/:id/navbar': [],
  'POST /categories/:id/subcategories': [],
  'PUT /categories/:id/subcategories/reorder': [],
  'PUT /categories/:id/subcategories/:subId': [],
  'DELETE /categories/:id/subcategories/:subId': [],
  'PUT /categories/:id/subcategories/:subId/move': ['category'],
  'POST /brands': [],
  'PUT /brands/:id': [],
  'DELETE /brands/:id': [],
  'POST /product-types': [],
  'PUT /product-types/:id': [],
  'DELETE /product-types/:id': [],
  'POST /settings/attributes': [],
  'PUT /settings/attributes/order': [],
  'PUT /settings/attributes/:id': [],
  'DELETE /settings/attributes/:id': [],
  'PUT /settings/search': [],
  'PUT /settings/size-guides': [],
  'PUT /settings/feeds': [],

  'PUT /site-info/admin': ['terms'],
  'POST /settings/delivery/try': [],
  'POST /settings/delivery/couriers/:provider/try': [],
  'POST /settings/delivery/pins': ['terms'],
  'POST /site-info/upload-images': [],
  'PUT /settings/couriers/:provider': [],
  'POST /settings/couriers/:provider/test': [],
  'POST /settings/couriers/:provider/event-token': [],
  'POST /settings/redirects': [],
  'PUT /settings/redirects/:id': [],
  'DELETE /settings/redirects/:id': [],
  'POST /settings/redirects/import': [],
  'POST /settings/backups/start': [],
  'POST /settings/test-mail': [],
  'PUT /settings/opening': [],
  'POST /settings/opening/links': [],
  'DELETE /settings/opening/links/:id': [],
  'POST /settings/opening/open': [],
  'POST /settings/opening/close': [],
  'PUT /settings/payment': [],
  'DELETE /settings/payment': [],
  'POST /settings/payment/webhook-secret': [],
  'DELETE /settings/payment/webhook-secret/previous': [],
  'PUT /settings/mail': [],
  'DELETE /settings/mail': [],
  'POST /settings/mail/test': [],
  'PUT /settings/texts': [],
  'DELETE /settings/texts': [],
  'POST /settings/texts/test': [],
  'POST /settings/domain/check': [],
  'PUT /settings/domain': [],
  'POST /settings/domain/proxy': [],
  'DELETE /settings/domain/proxy': [],
  'POST /settings/files/test': [],
  'PUT /settings/files/backups': [],
  'POST /demo/remove': [],
} as const satisfies Partial<Record<Route, readonly ValueAct[]>>;
