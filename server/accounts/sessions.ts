import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { unauthorized } from '../errors.ts';
import { assignGuestOrders } from '../orders/queries/account-queries.ts';
import { addressBlock } from '../runtime/address-block.ts';
import { type UserRow, updateUser } from './queries/queries.ts';
import * as queries from './queries/session-queries.ts';
import { rememberSources } from './queries/sign-in-queries.ts';
import { consumeToken } from './queries/token-queries.ts';
import { mailNewDevice } from './security-mails.ts';
import { hashToken, newToken } from './tokens.ts';

const hourMs = 3_600_000;
/** Validity of sessions (contract §4). */
const lifetimeMs = { user: 30 * 24 * hourMs, admin: 12 * hourMs };
/** Time without use after which a session ends (decision 40). */
export const idleMs = { user: 14 * 24 * hourMs, admin: 2 * hourMs };
/** A use is recorded at most once in this time. */
const useMs = 60_000;

export const wrongCredentials = () => unauthorized('Wrong email, mobile number or password.');

/** What a request to sign in comes from. `device` is the hash of the random token that its browser keeps. */
export type SignInOrigin = {
  address: string;
  userAgent: string;
  device: Buffer | null;
  /** The hash of the token of a sign-in link. */
  link: Buffer | null;
};

/** The hash under which an address block is stored as a source of sign-ins. */
export const hashBlock = (address: string): Buffer => hashToken(`block:${addressBlock(address)}`);

/**
 * `proved`: the admin has just shown all that a sign-in needs, so that no step-up is needed for a while. `pending`: their
 * second factor is still to come, and until then the session is of no use.
 */
export type SessionState = 'proved' | 'pending' | 'unproved';
/** How long the second factor can follow the password. */
const pendingMs = 10 * 60_000;

/** When a session that begins, or is completed, at `now` expires. */
export const sessionExpiry = (portal: 'user' | 'admin', now: Date) =>
  new Date(now.getTime() + lifetimeMs[portal]);

/**
 * Opens a session for an account whose owner has just shown who they are, and returns its token. Its device and address
 * block are known from now on, and its sign-in link is used up. A new device is reported by mail, except at the first
 * sign-in of an account.
 */
export async function openSession(
  deps: Deps,
  account: UserRow,
  origin: SignInOrigin,
  state: SessionState = 'unproved',
): Promise<string> {
  const { db, clock } = deps;
  const { address, userAgent, device, link } = origin;
  const token = newToken();
  const now = clock.now();
  const portal = account.isAdmin ? 'admin' : 'user';
  await transaction(db, async (trx) => {
    const isOpened = await queries.insertSession(trx, {
      tokenHash: hashToken(token),
      userId: account.id,
      portal,
      passwordHash: account.passwordHash ?? '',
      createdAt: now,
      expiresAt: state === 'pending' ? new Date(now.getTime() + pendingMs) : sessionExpiry(portal, now),
      isPending: state === 'pending',
      provedAt: state === 'proved' ? now : null,
      userAgent: userAgent.slice(0, 300),
      deviceHash: device,
      addressBlock: addressBlock(address),
    });
    if (!isOpened) throw wrongCredentials();
    // Orders placed without signing in belong to the account once its e-mail is verified.
    if (account.email && account.emailVerifiedAt)
      await assignGuestOrders(trx, account.id, { email: account.email });
    const block = hashBlock(address);
    const unknown = await rememberSources(trx, account.id, device ? [block, device] : [block], now);
    if (link) await consumeToken(trx, 'sign_in', link, now);
    if (!account.firstSignInAt) await updateUser(trx, account.id, { firstSignInAt: now });
    else if (unknown.some((source) => source.equals(device ?? block)))
      await mailNewDevice(deps, trx, account, origin);
  });
  return token;
}

/** The valid session of a token with this hash, if any. */
export const findSessionByHash = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, hash: Buffer) =>
  queries.findSession(db, hash, clock.now(), idleMs);

/**
 * The valid session of a token, if any. With `isUse` the request counts as a use of the session, which keeps it from
 * being idle.
 */
export async function findSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  { address, isUse }: { address: string; isUse: boolean },
) {
  if (token.length > 200) return undefined;
  const hash = hashToken(token);
  const now = clock.now();
  const session = await findSessionByHash({ db, clock }, hash);
  if (session && isUse && now.getTime() - session.lastUsedAt.getTime() > useMs)
    await queries.recordUse(db, hash, now, addressBlock(address));
  return session;
}
