import { z } from 'zod';
import { namedPriceList } from '../catalogue/price-lists.ts';
import { searchField } from '../text-fields.ts';
import { paging, queryFlag } from '../wire.ts';
import { tagName } from './notes-and-tags.ts';

/** A customer in the list: an account, or a guest with a paid order (contract §4.3). */
export const customer = z.object({
  _id: z.string(),
  name: z.string(),
  /** Empty if unknown. */
  email: z.string(),
  mobile: z.string(),
  is_guest: z.boolean(),
  /** When the account was created, or the first order placed. */
  createdAt: z.string(),
  /** Orders for which money was received. */
  orders: z.number(),
  /** Rupees paid less refunds. */
  spent: z.number(),
  lastOrderAt: z.string().nullable(),
  /** Orders of the former shop, and what was received for them in rupees, less refunds. Not in `orders` and `spent`. */
  formerOrders: z.number(),
  formerSpent: z.number(),
  /** Whether they agreed at the former shop to get offers. */
  acceptsMail: z.boolean(),
  acceptsTexts: z.boolean(),
  /** Whether they have an account without a password, with an e-mail address, that they never used. */
  mayBeInvited: z.boolean(),
  /** When they were invited to their account of the former shop; null if they were not. */
  invitedAt: z.string().nullable(),
  tags: z.array(z.string()),
});
export type Customer = z.infer<typeof customer>;

/** A customer with everything that their page shows. */
export const customerDetail = customer.extend({
  /** E-mail addresses and mobile numbers by which their guest orders are found, other than the ones above. */
  otherContacts: z.array(z.string()),
  /** How many of their orders, unpaid ones included, the courier brought back (RTO). */
  returns: z.number(),
  /** `saved`: in the account; otherwise of an order. */
  addresses: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      city: z.string(),
      state: z.string(),
      postalCode: z.string(),
      saved: z.boolean(),
    }),
  ),
  /** The price lists of their account, by their tags. */
  priceLists: z.array(namedPriceList),
  notes: z.array(
    z.object({
      _id: z.string(),
      text: z.string(),
      by: z.string(),
      at: z.string(),
      /** The caller wrote it, so they may change and delete it. */
      own: z.boolean(),
      edited: z.boolean(),
    }),
  ),
});
export type CustomerDetail = z.infer<typeof customerDetail>;

/** Filters of customers: `search` matches name, e-mail and mobile. */
export const matchingCustomers = z.object({
  search: searchField,
  tag: tagName.optional(),
  guest: queryFlag.optional(),
});
export type MatchingCustomers = z.infer<typeof matchingCustomers>;

/** Query of `GET /customers`. */
export const customerQuery = matchingCustomers.extend({
  ...paging,
  sort: z.enum(['-lastOrder', '-spent', '-createdAt']).default('-lastOrder'),
});
export type CustomerQuery = z.infer<typeof customerQuery>;

/** Body of `POST /customers/invite`: customers by id, or all that match. */
export const inviteRequest = z
  .object({
    ids: z.array(z.uuid('There is no such customer')).min(1, 'Choose a customer').max(1000).optional(),
    matching: matchingCustomers.optional(),
  })
  .refine(({ ids, matching }) => ids ?? matching, { message: 'Choose a customer', path: ['ids'] });

/** Body of `POST /customers/{id}/merge`: the customer whose orders, notes, tags and contacts are moved. */
export const mergeRequest = z.object({ from: z.string().max(100) });
