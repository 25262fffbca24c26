import type { CreateOrderRequest } from '../../shared/contract/orders/checkout.ts';
import type { PinCheck } from '../../shared/contract/orders/delivery.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import { businessProblems } from '../../shared/orders/order-extras.ts';
import { findUser } from '../accounts/accounts.ts';
import type { Trx } from '../db/database.ts';
import type { Actor } from '../deps.ts';
import { badRequest, ShopError } from '../errors.ts';

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

/**
 * Asks the buyer if the state of the delivery address, which decides the taxes, is not that of its PIN code: 400
 * `state_unconfirmed`, if the request says that nobody has confirmed it. A few PIN codes belong to another state than
 * their neighbours.
 */
export function askForState(
  { postalCode, state }: Pick<PinCheck, 'postalCode' | 'state'>,
  { shipping_details: given, confirms_state: isConfirmed }: CreateOrderRequest,
): void {
  if (isConfirmed !== false || !state || !given || state === given.state) return;
  const question = `PIN code ${postalCode} is in ${state}. Correct the address, or order again if ${given.state} is right.`;
  throw new ShopError('state_unconfirmed', question, { errors: { 'shipping_details.state': question } });
}

/** The business that buys, as the order stores it: a shop without a GSTIN issues no tax invoices (contract §3.1). */
export const businessOf = (
  { businessName, gstin, isSez }: Pick<CreateOrderRequest, 'businessName' | 'gstin' | 'isSez'>,
  settings: Pick<Settings, 'gstin'>,
) => (settings.gstin ? { businessName, gstin, isSez } : {});
