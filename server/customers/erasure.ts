import { findByEmail, findUser, lockUser, updateUser, verifyCurrentPassword } from '../accounts/accounts.ts';
import { type Trx, transaction } from '../db/database.ts';
import {
  allowLongStatements,
  deleteRowsOf,
  redactTexts,
  replaceRowsOf,
} from '../db/personal-data/personal-data-queries.ts';
import type { Actor, Deps } from '../deps.ts';
import { forbidden, unauthorized } from '../errors.ts';
import { deleteExpiredPrints, deleteOldLabels, expirePrints } from '../fulfilment/fulfilment.ts';
import { clearMailsOf, clearOrderMails, removeMailFiles } from '../mail/mail.ts';
import { anonymiseOrders } from '../orders/queries/account-queries.ts';

/**
 * Deletes an account; needs its password. Its personal data is erased as `personalData` says: contact queries and mails
 * that are older than the account belong to it only if its e-mail address is confirmed. 403 for admins, so that the shop
 * never loses its last one.
 */
export async function deleteAccount(deps: Deps, actor: Actor, currentPassword: string): Promise<void> {
  const { db } = deps;
  if (actor.kind === 'guest') throw unauthorized();
  const { userId } = actor;
  const account = await findUser(db, userId);
  if (!account) throw unauthorized();
  if (account.isAdmin) throw forbidden('Admin accounts can’t be deleted here.');
  await verifyCurrentPassword(deps, account, currentPassword);
  const mailIds = await transaction(db, async (trx) => {
    const current = await lockUser(trx, userId);
    if (!current) throw unauthorized();
    if (current.isAdmin || current.passwordHash !== account.passwordHash) throw unauthorized();
    return eraseAccount(deps, trx, userId);
  });
  await removeErasedFiles(deps, mailIds);
}

/**
 * Erases an account as the map of personal data says, without a check of who asks. Nothing if there is none. Returns the
 * ids of the mails for `removeErasedFiles`.
 */
export async function eraseAccount(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  userId: string,
): Promise<string[]> {
  const current = await lockUser(trx, userId);
  if (!current) return [];
  await allowLongStatements(trx);
  const { email, emailVerifiedAt, createdAt } = current;
  const since = emailVerifiedAt ? new Date(0) : createdAt;
  // First, because old orders are found by the customer, whose row is deleted.
  await replaceRowsOf(trx, { id: userId, email, since });
  await deleteRowsOf(trx, { id: userId, email, since });
  const mailIds = email ? await clearMailsOf(trx, email, { sentSince: since, mentionedSince: since }) : [];
  await updateUser(trx, userId, {
    name: 'Deleted account',
    email: null,
    mobile: null,
    mobileVerifiedAt: null,
    altMobile: null,
    pendingEmail: null,
    passwordHash: null,
    deletedAt: clock.now(),
  });
  // Values that nobody has proved could be those of somebody else, or any text of the shop.
  if (emailVerifiedAt) await redactTexts(trx, { emails: [email], mobiles: [], addresses: [] });
  return mailIds.concat(await eraseOrders(trx));
}

/**
 * Erases the mails to a guest, and those since `mentionedSince` that mention an address of the guest, who has proved
 * none of them, unless an account has the address; and finished orders. Returns the ids of the mails for `removeErasedFiles`.
 */
export async function eraseGuest(trx: Trx, emails: string[], mentionedSince: Date): Promise<string[]> {
  await allowLongStatements(trx);
  const mailIds: string[] = [];
  for (const email of emails)
    if (!(await findByEmail(trx, email)))
      mailIds.push(...(await clearMailsOf(trx, email, { sentSince: new Date(0), mentionedSince })));
  return mailIds.concat(await eraseOrders(trx));
}

/**
 * Deletes the files of these mails, of expired print jobs and of labels, after an erasure. The jobs delete what can't be
 * deleted now.
 */
export async function removeErasedFiles(
  deps: Pick<Deps, 'db' | 'files' | 'config' | 'log'>,
  mailIds: string[],
): Promise<void> {
  try {
    await removeMailFiles(deps.config, mailIds);
    await deleteExpiredPrints(deps);
    await deleteOldLabels(deps);
  } catch (error) {
    deps.log.warn({ err: error }, 'files of an erased person could not be deleted yet');
  }
}

/**
 * Anonymises the finished orders of deleted accounts and erased customers with the mails about them, and redacts what
 * the paid ones contain in the rows of the same person. An unpaid order may have the data of somebody else, and so may
 * the rows of others. Ends the prints of these orders. Returns the ids of the mails for `removeErasedFiles`.
 */
async function eraseOrders(trx: Trx): Promise<string[]> {
  const orders = await anonymiseOrders(trx);
  if (orders.length === 0) return [];
  await allowLongStatements(trx);
  const ids = orders.map(({ id }) => id);
  await expirePrints(trx, ids);
  const mailIds = await clearOrderMails(trx, ids);
  const paid = Map.groupBy(
    orders.filter(({ isPaid }) => isPaid),
    ({ personId }) => personId,
  );
  for (const [id, ofPerson] of paid) {
    const identifiers = {
      emails: ofPerson.map(({ email }) => email),
      mobiles: ofPerson.flatMap(({ mobile, altMobile }) => [mobile, altMobile]),
      addresses: ofPerson.map(({ address }) => address),
    };
    await redactTexts(trx, identifiers, { id, email: null, since: new Date(0) });
  }
  return mailIds;
}

/** Runs each minute: erases the finished orders of deleted accounts. */
export const eraseDueOrders = async (deps: Deps): Promise<void> =>
  removeErasedFiles(deps, await transaction(deps.db, eraseOrders));
