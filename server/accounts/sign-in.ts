import pLimit from 'p-limit';
import type { AuthReply, LoginRequest } from '../../shared/contract/accounts.ts';
import { recordFailedSignIn } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { forbidden, ShopError, unauthorized } from '../errors.ts';
import { assignGuestOrders } from '../orders/orders.ts';
import { recordOwnAction } from './admins.ts';
import { deleteFirstPassword } from './first-admin.ts';
import { verifyPassword } from './password.ts';
import { presentUser } from './present.ts';
import * as queries from './queries.ts';
import { hashToken, newToken } from './tokens.ts';

/** Validity of sessions (contract §4). */
const dayMs = 86_400_000;
const lifetimeMs = { user: 30 * dayMs, admin: dayMs / 2 };

/** One at a time: a burst of failed sign-ins must not use up the connections of the database. */
const recordings = pLimit(1);

const wrongCredentials = () => unauthorized('Wrong email, mobile number or password.');

/**
 * Signs in. A wrong password, an unknown account and an account without a password give the same 401 after the same
 * time. The wrong portal is a 403, but only with the right password. The audit log counts failed attempts at the admin
 * portal, and wrong passwords of admins at any portal.
 */
export async function signIn(
  deps: Deps,
  { address }: Actor,
  request: LoginRequest,
  userAgent: string,
): Promise<AuthReply> {
  const { email, mobile, password, portal } = request;
  const account = email
    ? await queries.findByEmail(deps.db, email)
    : await queries.findByMobile(deps.db, mobile ?? '');
  const matches = await verifyPassword(account?.passwordHash, password);
  const isAdminSignIn = account?.isAdmin && matches;
  if (!isAdminSignIn && (portal === 'admin' || account?.isAdmin)) {
    const attempt = { account: (email || mobile || '').slice(0, 200), address, now: deps.clock.now() };
    // Not awaited: the response time must not reveal that the account is an admin's.
    recordings(() => recordFailedSignIn(deps.db, attempt)).catch((error: unknown) =>
      deps.log.error({ err: error }, 'a failed sign-in could not be recorded'),
    );
  }
  if (!account || !matches) throw wrongCredentials();
  if (portal === 'user' && account.isAdmin) {
    throw new ShopError('admin_account', 'Admins cannot log in from the user portal.');
  }
  if (portal === 'admin' && !account.isAdmin) throw forbidden('Only admins can log in here.');
  const token = await openSession(deps, account, userAgent);
  await transaction(deps.db, (trx) =>
    recordOwnAction(trx, account, 'admin.sign-in', { device: userAgent.slice(0, 300) }),
  );
  if (account.isAdmin) await deleteFirstPassword(deps.config);
  return { success: true, message: 'Logged in successfully', token, user: presentUser(account) };
}

/** Opens a session for an account whose password has just been verified, and returns its token. */
export async function openSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  account: queries.UserRow,
  userAgent: string,
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  const portal = account.isAdmin ? 'admin' : 'user';
  const isOpened = await transaction(db, async (trx) => {
    // Orders placed without signing in belong to the account once its e-mail is verified.
    if (account.email && account.emailVerifiedAt)
      await assignGuestOrders(trx, account.id, { email: account.email });
    return queries.insertSession(trx, {
      tokenHash: hashToken(token),
      userId: account.id,
      portal,
      passwordHash: account.passwordHash ?? '',
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMs[portal]),
      userAgent: userAgent.slice(0, 300),
    });
  });
  if (!isOpened) throw wrongCredentials();
  return token;
}
