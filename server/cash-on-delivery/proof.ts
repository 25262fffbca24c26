import { hasProvedMailbox, hasProvedNumber } from '../accounts/accounts.ts';
import type { Config } from '../config.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { conflict, type ShopError } from '../errors.ts';
import { hasBought } from '../orders/queries/cod-queries.ts';

/**
 * What a shopper has proved for an order on delivery. A mailbox counts in a shop that can't send texts. `bought`: nobody
 * has proved the mobile number now, but there is an order of it; others may know it.
 */
export type CodProof = 'mobile' | 'mailbox' | 'bought' | undefined;

/**
 * What the shopper of an order on delivery has proved (contract §12): by their account, by a code for this order, or by an
 * order of this mobile number that was delivered or paid.
 */
export async function proofOf(
  { payments, clock, config }: Pick<Deps, 'payments' | 'clock' | 'config'>,
  trx: Trx,
  shopper: { userId: string | null; mobile: string; email: string; proof: string | undefined },
): Promise<CodProof> {
  if (await hasProvedNumber(trx, shopper, clock.now())) return 'mobile';
  if (!config.texts && (await hasProvedMailbox(trx, shopper, clock.now()))) return 'mailbox';
  if (await hasBought(trx, { mobile: shopper.mobile, isTest: payments.test })) return 'bought';
  return undefined;
}

/** The 409 `mobile_not_proved`, after which the checkout sends a code and asks for it. */
export function notProved({ texts }: Pick<Config, 'texts'>): ShopError {
  const [field, to] = texts ? ['mobile', 'mobile number'] : ['email', 'email address'];
  const message = `We send a code to your ${to}. Please enter it to order with cash on delivery.`;
  return conflict('mobile_not_proved', message, { errors: { [String(field)]: message } });
}
