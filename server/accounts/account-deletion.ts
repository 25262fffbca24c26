import type { PersonalData } from '../../shared/contract/accounts.ts';
import { shippingDetails } from '../../shared/contract/checkout.ts';
import { toRupees } from '../../shared/money.ts';
import { type Trx, transaction } from '../db/database.ts';
import { deleteRowsOf, redactTexts } from '../db/personal-data-queries.ts';
import type { Deps } from '../deps.ts';
import { forbidden, unauthorized } from '../errors.ts';
import { clearMailsOf, clearOrderMails } from '../mail/mail.ts';
import { anonymiseOrders, listPersonalOrders } from '../orders/orders.ts';
import { listAddresses } from './address-queries.ts';
import { presentAddress } from './addresses.ts';
import { presentUser } from './present.ts';
import { verifyCurrentPassword } from './profile.ts';
import * as queries from './queries.ts';
import { listSessions } from './session-queries.ts';
import { idleMs } from './sessions.ts';

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
 * Deletes an account; needs its password. Its personal data is erased as `personalData` says: contact queries and mails
 * that are older than the account belong to it only if its e-mail address is confirmed. 403 for admins, so that the shop
 * never loses its last one.
 */
export async function deleteAccount(deps: Deps, userId: string, currentPassword: string): Promise<void> {
  const { db, clock } = deps;
  const account = await queries.findUser(db, userId);
  if (!account) throw unauthorized();
  if (account.isAdmin) throw forbidden('Admin accounts can’t be deleted here.');
  await verifyCurrentPassword(deps, account, currentPassword);
  await transaction(db, async (trx) => {
    const current = await queries.lockUser(trx, userId);
    if (!current) throw unauthorized();
    if (current.isAdmin || current.passwordHash !== account.passwordHash) throw unauthorized();
    const { email, emailVerifiedAt, createdAt } = current;
    const since = emailVerifiedAt ? new Date(0) : createdAt;
    await deleteRowsOf(trx, { userId, email, since });
    if (email) await clearMailsOf(trx, email, since);
    await queries.updateUser(trx, userId, {
      name: 'Deleted account',
      email: null,
      mobile: null,
      altMobile: null,
      pendingEmail: null,
      passwordHash: null,
      deletedAt: clock.now(),
    });
    // Values that nobody has proved could be those of somebody else, or any text of the shop.
    if (emailVerifiedAt) await redactTexts(trx, { emails: [email], mobiles: [], addresses: [] });
    await eraseOrders(trx);
  });
}

/**
 * Anonymises the finished orders of deleted accounts, with the mails about them, and the
 * texts that name the buyer of a paid one: an unpaid order may have the data of somebody else.
 */
export async function eraseOrders(trx: Trx): Promise<void> {
  const orders = await anonymiseOrders(trx);
  if (orders.length === 0) return;
  await clearOrderMails(
    trx,
    orders.map(({ id }) => id),
  );
  const paid = orders.filter(({ isPaid }) => isPaid);
  await redactTexts(trx, {
    emails: paid.map(({ email }) => email),
    mobiles: paid.flatMap(({ mobile, altMobile }) => [mobile, altMobile]),
    addresses: paid.map(({ address }) => address),
  });
}
