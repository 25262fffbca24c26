import type { PersonalData } from '../../shared/contract/accounts.ts';
import { shippingDetails } from '../../shared/contract/checkout.ts';
import { toRupees } from '../../shared/money.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { forbidden, unauthorized } from '../errors.ts';
import { redactMailsTo } from '../mail/mail.ts';
import { anonymiseOrders, listPersonalOrders } from '../orders/orders.ts';
import { deleteAddresses, listAddresses } from './address-queries.ts';
import { presentAddress } from './addresses.ts';
import { presentUser } from './present.ts';
import { verifyCurrentPassword } from './profile.ts';
import * as queries from './queries.ts';
import { deleteSessions, listSessions } from './session-queries.ts';
import { idleMs } from './sessions.ts';
import { forgetSources } from './sign-in-queries.ts';
import { revokeTokens } from './token-queries.ts';

/** Exports all personal data of an account. */
export async function exportPersonalData({ db, clock }: Deps, userId: string): Promise<PersonalData> {
  const account = await queries.findUser(db, userId);
  if (!account) throw unauthorized();
  const addresses = (await listAddresses(db, userId)).map(presentAddress);
  const sessions = await listSessions(db, userId, clock.now(), idleMs);
  const orders = await listPersonalOrders(db, userId);
  return {
    user: { ...presentUser(account), createdAt: account.createdAt.toISOString() },
    addresses,
    sessions: sessions.map(({ createdAt, lastUsedAt, expiresAt, userAgent, addressBlock }) => ({
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      userAgent,
      addressBlock,
    })),
    orders: orders.map(({ id, createdAt, amountPaise, shipping, items, ...order }) => ({
      _id: id,
      createdAt: createdAt.toISOString(),
      ...order,
      amount: toRupees(amountPaise),
      shippingAddress: shippingDetails.nullable().parse(shipping),
      items: items.map(({ name, variantLabel, quantity, unitPaise }) => ({
        name,
        variant: variantLabel,
        quantity,
        price: toRupees(unitPaise),
      })),
    })),
  };
}

/**
 * Deletes an account; needs its password. Sessions, addresses, links and the content of sent mails are deleted. Orders
 * stay with the data that tax law requires. 403 for admins, so that the shop never loses its last one.
 */
export async function deleteAccount(deps: Deps, userId: string, currentPassword: string): Promise<void> {
  const { db, clock } = deps;
  const account = await queries.findUser(db, userId);
  if (!account) throw unauthorized();
  if (account.isAdmin) throw forbidden('Admin accounts can’t be deleted here.');
  await verifyCurrentPassword(deps, account, currentPassword);
  await transaction(db, async (trx) => {
    const now = clock.now();
    const current = await queries.lockUser(trx, userId);
    if (!current) throw unauthorized();
    await deleteSessions(trx, userId);
    await forgetSources(trx, userId);
    await deleteAddresses(trx, userId);
    await revokeTokens(trx, now, { userId });
    if (current.email) await redactMailsTo(trx, current.email);
    await queries.updateUser(trx, userId, {
      name: 'Deleted account',
      email: null,
      mobile: null,
      altMobile: null,
      pendingEmail: null,
      passwordHash: null,
      deletedAt: now,
    });
    await anonymiseOrders(trx);
  });
}
