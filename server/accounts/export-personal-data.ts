import type { PersonalData } from '../../shared/contract/accounts/accounts.ts';
import { storedAddress } from '../../shared/contract/accounts/contact-fields.ts';
import { toRupees } from '../../shared/money.ts';
import { readRecords } from '../db/personal-data/personal-data-queries.ts';
import type { Deps } from '../deps.ts';
import { unauthorized } from '../errors.ts';
import { listPersonalOrders } from '../orders/queries/account-queries.ts';
import { presentAddress } from './addresses.ts';
import { presentUser } from './present.ts';
import { listAddresses } from './queries/address-queries.ts';
import * as queries from './queries/queries.ts';
import { listSessions } from './queries/session-queries.ts';
import { idleMs } from './sessions.ts';

/**
 * Exports all personal data of an account, as the map of personal data says. What has its e-mail address is included only
 * if the address is confirmed; otherwise it could be that of somebody else.
 */
export async function exportPersonalData({ db, clock }: Deps, userId: string): Promise<PersonalData> {
  const account = await queries.findUser(db, userId);
  if (!account) throw unauthorized();
  const addresses = (await listAddresses(db, userId)).map(presentAddress);
  const sessions = await listSessions(db, userId, clock.now(), idleMs);
  const orders = await listPersonalOrders(db, userId);
  const email = account.emailVerifiedAt ? account.email : null;
  return {
    records: await readRecords(db, { id: userId, email, since: new Date(0) }),
    user: { ...presentUser(account), createdAt: account.createdAt.toISOString() },
    addresses,
    sessions: sessions.map(({ createdAt, lastUsedAt, expiresAt, userAgent, addressBlock }) => ({
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      userAgent,
      addressBlock,
    })),
    orders: orders.map(({ id, createdAt, amountPaise, shipping, items, whatsappConsentAt, ...order }) => ({
      _id: id,
      createdAt: createdAt.toISOString(),
      ...order,
      whatsappConsentAt: whatsappConsentAt?.toISOString() ?? null,
      amount: toRupees(amountPaise),
      shippingAddress: storedAddress.nullable().parse(shipping),
      items: items.map(({ name, variantLabel, quantity, unitPaise }) => ({
        name,
        variant: variantLabel,
        quantity,
        price: toRupees(unitPaise),
      })),
    })),
  };
}
