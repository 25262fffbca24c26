import type { Route } from '../shared/contract/calls.ts';

/**
 * How an act that gives value away is bounded. `amount`: what it gives away counts towards the limits of the role, at
 * once and in a day; a refusal is “Your role can <verb> ₹100 at once.” `hasApproval`: above the amount of the settings a
 * second admin decides. `no-limit`: nobody knows how much it will give away, and an approval would need a stored draft,
 * so it is for roles without limits; a refusal is “Your role has limits, so it can’t <verb>.” `needsProof`: the admin
 * proves that it is she. Each act is in the audit log.
 */
type Act = { verb: string; needsProof?: true } & (
  | { bound: 'amount'; hasApproval?: true }
  | { bound: 'no-limit' }
);

export const valueActs = {
  refund: { bound: 'amount', verb: 'refund', hasApproval: true, needsProof: true },
  reduction: { bound: 'amount', verb: 'reduce prices by' },
  giftCard: { bound: 'amount', verb: 'give away gift cards of', hasApproval: true, needsProof: true },
  tag: { bound: 'no-limit', verb: 'add a tag that gives prices or discounts', needsProof: true },
  priceList: { bound: 'no-limit', verb: 'change an active price list', needsProof: true },
  discount: { bound: 'no-limit', verb: 'change an enabled discount or get its codes', needsProof: true },
  price: { bound: 'no-limit', verb: 'lower the prices of products' },
} as const satisfies Record<string, Act>;

export type ValueAct = keyof typeof valueActs;
export type ActWith<Bound extends Act['bound']> = {
  [Each in ValueAct]: (typeof valueActs)[Each]['bound'] extends Bound ? Each : never;
}[ValueAct];

/** The acts with which each call gives money or goods away; an empty list if it gives nothing away. */
export const actsOfCalls = {
  'POST /gift-cards': ['giftCard'],
  'PUT /gift-cards/:id': ['giftCard'],
  'POST /gift-cards/:id/send': ['giftCard'],
  'PATCH /customers/:id/tags': ['tag'],
  'POST /customers/:id/merge': ['tag'],
  'POST /discounts': ['discount'],
  'PUT /discounts/:id': ['discount'],
  'POST /discounts/:id/code-batches': ['discount'],
  'GET /discounts/:id/code-batches/:batch/codes.csv': ['discount'],
  'PUT /products/:id': ['price'],
  'PATCH /products/:id': ['price'],
  'POST /products/batch': ['price'],
  'POST /products/batch/:id/undo': ['price'],
  'POST /products/import': ['price'],
  'POST /price-lists': ['priceList'],
  'PUT /price-lists/:id': ['priceList'],
  'PUT /price-lists/:id/prices/:variant': ['priceList'],
  'DELETE /price-lists/:id/prices/:variant': ['priceList'],
  'POST /price-lists/:id/prices/import': ['priceList'],
} as const satisfies Partial<Record<Route, readonly ValueAct[]>>;
