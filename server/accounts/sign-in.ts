import pLimit from 'p-limit';
import type { AuthReply, LoginRequest } from '../../shared/contract/accounts.ts';
import { recordFailedSignIn } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { forbidden, ShopError } from '../errors.ts';
import { recordOwnAction } from './admins.ts';
import { deleteFirstPassword } from './first-admin.ts';
import { presentUser } from './present.ts';
import { openSession, type SignInOrigin, wrongCredentials } from './sessions.ts';
import { verifySignIn } from './sign-in-limit.ts';

/** One at a time: a burst of failed sign-ins must not use up the connections of the database. */
const recordings = pLimit(1);

/**
 * Signs in. A wrong password, an unknown account and an account without a password give the same 401 after the same
 * time; too many of them are a 429 (`verifySignIn`). The wrong portal is a 403, but only with the right password. The
 * audit log counts failed attempts at the admin portal, and wrong passwords of admins at any portal.
 */
export async function signIn(deps: Deps, request: LoginRequest, origin: SignInOrigin): Promise<AuthReply> {
  const { email, mobile, portal } = request;
  const { address, userAgent } = origin;
  const { account, matches } = await verifySignIn(deps, request, origin);
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
  const token = await openSession(deps, account, origin);
  await transaction(deps.db, (trx) =>
    recordOwnAction(trx, account, 'admin.sign-in', { device: userAgent.slice(0, 300) }),
  );
  if (account.isAdmin) await deleteFirstPassword(deps.config);
  return { success: true, message: 'Logged in successfully', token, user: presentUser(account) };
}
