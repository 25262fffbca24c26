import type { CreateOrderRequest } from '../../shared/contract/checkout.ts';
import { businessProblems } from '../../shared/order-extras.ts';
import { findUser } from '../accounts/accounts.ts';
import type { Trx } from '../db/database.ts';
import type { Actor } from '../deps.ts';
import { badRequest } from '../errors.ts';

/** The contact and delivery details: those of the request, or else those of the account. */
export async function buyerOf(trx: Trx, actor: Actor, request: CreateOrderRequest, asksForAddress: boolean) {
  const account = actor.kind === 'guest' ? undefined : await findUser(trx, actor.userId);
  const email = request.email ?? account?.email ?? '';
  const mobile = request.mobile ?? account?.mobile ?? '';
  const shipping = asksForAddress ? (request.shipping_details ?? null) : null;
  const errors = {
    ...(!account && !email && { email: 'Email is required' }),
    ...(!account && !mobile && { mobile: 'Mobile number is required' }),
    ...(asksForAddress && !shipping && { shipping_details: 'Delivery address is required' }),
    ...businessProblems(request),
  };
  const [first] = Object.values(errors);
  if (first) throw badRequest(first, errors);
  const name = shipping?.name || request.name || account?.name || 'Guest';
  return { name, email, mobile, altMobile: request.altMobile ?? '', shipping };
}
