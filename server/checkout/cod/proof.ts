import type { Settings } from '../../../shared/contract/site-info.ts';
import { hasProvedNumber } from '../../accounts/accounts.ts';
import type { Trx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { conflict } from '../../errors.ts';
import { hasBought } from '../../orders/orders.ts';

const notProved = 'We send a code to your mobile number. Please enter it to order with cash on delivery.';

/**
 * 409 `mobile_not_proved` for the first order on delivery of a mobile number that its shopper has not proved, if the
 * settings want that (decision 149): by her account, by a code for this order, or by an order that was delivered or
 * paid.
 */
export async function requireProvedMobile(
  { payments, clock }: Pick<Deps, 'payments' | 'clock'>,
  trx: Trx,
  { codProvesMobile }: Settings,
  shopper: { userId: string | null; mobile: string; proof: string | undefined },
): Promise<void> {
  if (!codProvesMobile) return;
  if (await hasBought(trx, { mobile: shopper.mobile, isTest: payments.test })) return;
  if (await hasProvedNumber(trx, shopper, clock.now())) return;
  throw conflict('mobile_not_proved', notProved, { errors: { mobile: notProved } });
}
