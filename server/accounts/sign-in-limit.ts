import pLimit, { type LimitFunction } from 'p-limit';
import type { LoginRequest } from '../../shared/contract/accounts.ts';
import { addressBlock } from '../address-block.ts';
import type { Deps } from '../deps.ts';
import { tooManyTries, unavailable } from '../errors.ts';
import { countAttempt, isUsedUp, uncountAttempt } from './attempt-queries.ts';
import { verifyPassword } from './password.ts';
import { hashBlock, type SignInOrigin } from './sessions.ts';
import { findSignInAccount } from './sign-in-queries.ts';

/** Passwords verified at once and waiting. Strangers don't delay known devices. */
const known = pLimit(2);
const strangers = pLimit(2);
const maxWaiting = 100;

/**
 * Finds the account of a sign-in and verifies its password, within an allowance of failed attempts a minute
 * (`RATE_LIMIT`, decision 40):
 *
 * - a known device, and the holder of a sign-in link, has one of its own for this account;
 * - all others share one per account and one per address. When these are used up, an address block that the account
 *   has signed in from has another one.
 *
 * 429 without an allowance, before any password is hashed. 503 if too many passwords are waiting.
 */
export async function verifySignIn(deps: Deps, request: LoginRequest, origin: SignInOrigin) {
  const { device, link, address } = origin;
  const hashes = { device, link, block: hashBlock(address) };
  const account = await findSignInAccount(deps.db, request, hashes, deps.clock.now());
  const verify = () => verifyPassword(account?.passwordHash, request.password);
  const attempt = (lane: LimitFunction, ...keys: string[]) => attemptWithin(deps, lane, keys, verify);

  let matches: boolean | 'refused';
  if (account?.hasLink) matches = await attempt(known, `link:${link?.toString('hex')}`);
  else if (account?.isKnownDevice) {
    matches = await attempt(known, `device:${account.id}:${device?.toString('hex')}`);
  } else {
    const named = `account:${request.email ?? request.mobile}`;
    matches = await attempt(strangers, named, `address:${addressBlock(address, 32)}`);
    // A wrong password is refused like that of a stranger, so that nobody learns that the address is known.
    if (matches === 'refused' && account?.isKnownBlock)
      matches = (await attempt(known, `block:${account.id}:${addressBlock(address)}`)) === true || 'refused';
  }
  if (matches === 'refused') {
    throw tooManyTries('Too many tries. Please wait a minute, or have a sign-in link mailed to you.');
  }
  return { account, matches };
}

/** Verifies a password and counts the attempt unless it matches; 'refused' if one of the counters is used up. */
async function attemptWithin(
  { db, config: { rateLimit }, clock }: Deps,
  lane: LimitFunction,
  keys: string[],
  verify: () => Promise<boolean>,
): Promise<boolean | 'refused'> {
  if (rateLimit === 'off') return lane(verify);
  const now = clock.now();
  if (await isUsedUp(db, keys, rateLimit, now)) return 'refused';
  if (lane.pendingCount >= maxWaiting) throw unavailable('The shop is busy for a moment. Please try again.');
  return lane(async () => {
    // Counted before it is verified, so that concurrent attempts can't exceed the allowance.
    if (!(await countAttempt(db, keys, rateLimit, now))) return 'refused';
    const matches = await verify();
    if (matches) await uncountAttempt(db, keys);
    return matches;
  });
}
