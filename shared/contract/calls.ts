import type { z } from 'zod';
import { accountCalls } from './calls/accounts.ts';
import { attributeCalls } from './calls/attributes.ts';
import { backOfficeCalls, visitCalls } from './calls/back-office.ts';
import type { Call, MediaType, Page } from './calls/call.ts';
import { cartCalls, wishlistCalls } from './calls/cart.ts';
import { categoryCalls } from './calls/categories.ts';
import { checkoutCalls } from './calls/checkout.ts';
import { codCalls } from './calls/cod.ts';
import { contentCalls, redirectCalls } from './calls/content.ts';
import { courierCalls } from './calls/couriers.ts';
import { customerCalls } from './calls/customers.ts';
import { deliveryCalls } from './calls/delivery.ts';
import { designCalls } from './calls/design.ts';
import { discountCalls } from './calls/discounts.ts';
import { giftCardCalls } from './calls/gift-cards.ts';
import { healthCalls } from './calls/health.ts';
import { manualOrderCalls } from './calls/manual-orders.ts';
import { moveCalls } from './calls/moves.ts';
import { notificationCalls } from './calls/notifications.ts';
import { openingCalls } from './calls/opening.ts';
import { orderCalls } from './calls/orders.ts';
import { priceListCalls } from './calls/price-lists.ts';
import { productCalls } from './calls/products.ts';
import { reviewCalls } from './calls/reviews.ts';
import { settingsCalls } from './calls/settings.ts';
import type { done, ErrorCode } from './wire.ts';

/** Every call of the API, by `METHOD /path` below /api. Registrations, description, client and tests derive from it. */
export const calls = {
  ...healthCalls,
  ...productCalls,
  ...categoryCalls,
  ...attributeCalls,
  ...checkoutCalls,
  ...codCalls,
  ...orderCalls,
  ...manualOrderCalls,
  ...courierCalls,
  ...settingsCalls,
  ...designCalls,
  ...discountCalls,
  ...priceListCalls,
  ...giftCardCalls,
  ...deliveryCalls,
  ...customerCalls,
  ...moveCalls,
  ...accountCalls,
  ...contentCalls,
  ...openingCalls,
  ...redirectCalls,
  ...reviewCalls,
  ...notificationCalls,
  ...wishlistCalls,
  ...cartCalls,
  ...visitCalls,
  ...backOfficeCalls,
} satisfies Record<string, Call>;

export type Calls = typeof calls;
export type Route = keyof Calls;

/** The names in a path: `'id'` of `'/order/:id'`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
export type Params<R extends Route> = { [Name in NamesIn<R>]: string };

type Part = 'query' | 'headers' | 'body';
/** A part of the request as the client sends it. */
export type Sent<R extends Route, P extends Part> =
  Calls[R] extends Record<P, infer Schema extends z.ZodType> ? z.input<Schema> : undefined;

/** The reply of a call in the client; a file is `File`. */
export type ReplyOf<R extends Route, File> = Calls[R]['reply'] extends z.ZodType
  ? z.output<Calls[R]['reply']>
  : Calls[R]['reply'] extends Page<infer Item>
    ? { items: z.output<Item>[]; total: number }
    : Calls[R]['reply'] extends MediaType
      ? File
      : Calls[R]['reply'] extends 'done'
        ? z.output<typeof done>
        : never;

/** All error codes of a call: its own, and those that its access, input and method imply. */
export function errorsOf(route: string, call: Call): ErrorCode[] {
  const { access, permission, stepUp, body, files, query, headers, accepts, limit } = call;
  const codes: [boolean, ErrorCode[]][] = [
    [true, ['internal', 'unavailable']],
    [
      Boolean(body || files || query || headers || accepts || route.includes(':')),
      ['validation_failed', 'bad_request'],
    ],
    [Boolean(body || files || accepts), ['too_large', 'wrong_type', 'timeout']],
    [Boolean(files), ['storage_full']],
    [access === 'signed-in' || access === 'admin', ['unauthorized', 'password_change_required']],
    [access === 'admin', ['forbidden']],
    [access === 'admin' && permission !== 'every-admin', ['second_factor_required']],
    [Boolean(stepUp), ['step_up_required']],
    [access === 'own' || route.includes(':'), ['not_found']],
    [!route.startsWith('GET '), ['conflict', 'bad_request']],
    [access === 'anyone' || access === 'signed-in', ['shop_closed']],
    [Boolean(limit), ['rate_limited']],
  ];
  const implied = codes.flatMap(([applies, errors]) => (applies ? errors : []));
  return [...new Set([...implied, ...(call.errors ?? [])])];
}
