import type { AuthReply, LoginRequest } from '../../shared/contract/accounts/accounts.ts';
import type { LoginReply, Proof } from '../../shared/contract/accounts/second-factor.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { forbidden, ShopError, unauthorized } from '../errors.ts';
import { recordOwnAction } from './admins/admins.ts';
import { deleteFirstPassword } from './admins/first-admin.ts';
import { recordFailure } from './failed-sign-ins.ts';
import { presentUser } from './present.ts';
import { checkProof } from './prove.ts';
import { findFactors } from './queries/factor-queries.ts';
import { findUser, type UserRow } from './queries/queries.ts';
import { completeSession, findPendingSession } from './queries/session-queries.ts';
import { openSession, type SignInOrigin, sessionExpiry, wrongCredentials } from './sessions.ts';
import { verifySignIn } from './sign-in-limit.ts';
import { hashToken } from './tokens.ts';

/**
 * Signs in. A wrong password, an unknown account and an account without a password give the same 401 after the same
 * time; too many of them are a 429 (`verifySignIn`). The wrong portal is a 403, but only with the right password. The
 * second factor of an admin is the next step (`completeSignIn`). The audit log counts failed attempts at the admin
 * portal, and those of admins at any portal.
 */
export async function signIn(deps: Deps, request: LoginRequest, origin: SignInOrigin): Promise<LoginReply> {
  const { email, mobile, portal } = request;
  const { address } = origin;
  const { account, matches } = await verifySignIn(deps, request, origin);
  const isAdminSignIn = account?.isAdmin && matches && portal !== 'user';
  // Not awaited: the response time must not reveal that the account is an admin's.
  if (!isAdminSignIn && (portal === 'admin' || account?.isAdmin))
    void recordFailure(deps, email ?? mobile ?? '', address);
  if (!account || !matches) throw wrongCredentials();
  if (portal === 'user' && account.isAdmin) {
    throw new ShopError('admin_account', 'Admins cannot log in from the user portal.');
  }
  if (portal === 'admin' && !account.isAdmin) throw forbidden('Only admins can log in here.');
  const secondFactor = await findFactors(deps.db, account.id);
  if (account.isAdmin && (secondFactor.passkey || secondFactor.totp)) {
    const token = await openSession(deps, account, origin, 'pending');
    return { success: true, message: 'Confirm with your second factor.', token, secondFactor };
  }
  const token = await openSession(deps, account, origin, 'proved');
  return finishSignIn(deps, account, token, origin);
}

/** Completes a sign-in with the second factor; `token` is that of its first step. 401 without one; see checkProof. */
export async function completeSignIn(
  deps: Deps,
  proof: Proof,
  token: string,
  origin: Pick<SignInOrigin, 'address' | 'userAgent'>,
): Promise<AuthReply> {
  const account = await findPendingAccount(deps, token);
  // The password alone was the first step.
  await checkProof(deps, account, proof, { passkey: true, totp: true }, origin.address);
  const now = deps.clock.now();
  const expiresAt = sessionExpiry('admin', now);
  if (!(await completeSession(deps.db, hashToken(token), { now, expiresAt }))) throw signInAgain();
  return finishSignIn(deps, account, token, origin);
}

/** The account whose sign-in waits for the second factor; 401. */
export async function findPendingAccount({ db, clock }: Deps, token: string): Promise<UserRow> {
  const session = await findPendingSession(db, hashToken(token), clock.now());
  const account = session && (await findUser(db, session.userId));
  if (!account) throw signInAgain();
  return account;
}

const signInAgain = () => unauthorized('Please sign in again.');

async function finishSignIn(
  deps: Deps,
  account: UserRow,
  token: string,
  { address, userAgent }: Pick<SignInOrigin, 'address' | 'userAgent'>,
): Promise<AuthReply> {
  await transaction(deps.db, (trx) =>
    recordOwnAction(trx, account, 'admin.sign-in', {
      address,
      detail: { device: userAgent.slice(0, 300) },
    }),
  );
  if (account.isAdmin) await deleteFirstPassword(deps.config);
  return { success: true, message: 'Logged in successfully', token, user: presentUser(account) };
}
