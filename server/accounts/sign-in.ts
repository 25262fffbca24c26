import type { AuthReply, LoginRequest } from '../../shared/contract/accounts.ts';
import { recordFailedSignIn } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { forbidden, ShopError, unauthorized } from '../errors.ts';
import { assignGuestOrders } from '../orders/orders.ts';
import { noteOwn } from './admins.ts';
import { deleteFirstPassword } from './first-admin.ts';
import { verifyPassword } from './password.ts';
import { presentUser } from './present.ts';
import * as queries from './queries.ts';
import { hashToken, newToken } from './tokens.ts';

/** How long a token lives (contract §4). */
const dayMs = 86_400_000;
const lifeMs = { user: 30 * dayMs, admin: dayMs / 2 };

const wrong = () => unauthorized('Wrong email, mobile number or password.');

/**
 * Signs in. A wrong password, an unknown account and one without a password give the same 401 in the same time;
 * whether the portal is the right one is said only to who knows the password (403). The log of the back office counts
 * what fails at its own sign-in, and wrong passwords of admins anywhere.
 */
export async function login(
  deps: Deps,
  { address }: Actor,
  request: LoginRequest,
  userAgent: string,
): Promise<AuthReply> {
  const { email, mobile, password, portal } = request;
  const account = email
    ? await queries.findByEmail(deps.db, email)
    : await queries.findByMobile(deps.db, mobile ?? '');
  const fits = await verifyPassword(account?.passwordHash, password);
  const mayWork = account?.isAdmin && fits;
  if (!mayWork && (portal === 'admin' || account?.isAdmin)) {
    const attempt = { account: (email || mobile || '').slice(0, 200), address, now: deps.clock.now() };
    // Not awaited: the time until the reply must not tell whether the account is an admin's.
    recordFailedSignIn(deps.db, attempt).catch((error: unknown) =>
      deps.log.error({ err: error }, 'a failed sign-in could not be logged'),
    );
  }
  if (!account || !fits) throw wrong();
  if (portal === 'user' && account.isAdmin) {
    throw new ShopError('admin_account', 'Admins cannot log in from the user portal.');
  }
  if (portal === 'admin' && !account.isAdmin) throw forbidden('Only admins can log in here.');
  const token = await openSession(deps, account, userAgent);
  await transaction(deps.db, (trx) =>
    noteOwn(trx, account, 'admin.sign-in', { device: userAgent.slice(0, 300) }),
  );
  if (account.isAdmin) await deleteFirstPassword(deps.config);
  return { success: true, message: 'Logged in successfully', token, user: presentUser(account) };
}

/** Opens a session for an account whose password was just shown, and gives its token. */
export async function openSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  account: queries.UserRow,
  userAgent: string,
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  const portal = account.isAdmin ? 'admin' : 'user';
  const opened = await transaction(db, async (trx) => {
    // Whoever forgot to sign in at checkout finds those orders in her account too, once the mailbox is proved.
    if (account.email && account.emailVerifiedAt)
      await assignGuestOrders(trx, account.id, { email: account.email });
    return queries.insertSession(trx, {
      tokenHash: hashToken(token),
      userId: account.id,
      portal,
      passwordHash: account.passwordHash ?? '',
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs[portal]),
      userAgent: userAgent.slice(0, 300),
    });
  });
  if (!opened) throw wrong();
  return token;
}
