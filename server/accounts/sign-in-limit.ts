import pLimit from 'p-limit';
import type { LoginRequest } from '../../shared/contract/accounts/accounts.ts';
import type { Deps } from '../deps.ts';
import { tooManyTries, unavailable } from '../errors.ts';
import { addressBlock } from '../runtime/address-block.ts';
import { verifyPassword } from './passwords/passwords.ts';
import { countAttempt, isUsedUp, uncountAttempt } from './queries/attempt-queries.ts';
import { findSignInAccount } from './queries/sign-in-queries.ts';
import { hashBlock, type SignInOrigin } from './sessions.ts';

/** Passwords that wait in one queue, and those of one account and of one address. */
const maxWaiting = 200;
const maxWaitingEach = 30;
/** Successful sign-ins of one account from one address in a minute, as a multiple of `RATE_LIMIT`. */
const successFactor = 3;

type Queue = ReturnType<typeof createQueue>;

/** Verifies two passwords at once; the others wait. */
function createQueue() {
  const limit = pLimit(2);
  const waiting = new Map<string, number>();
  const add = (owners: string[], change: 1 | -1) => {
    for (const owner of owners) {
      const count = (waiting.get(owner) ?? 0) + change;
      if (count > 0) waiting.set(owner, count);
      else waiting.delete(owner);
    }
  };
  return {
    /** Runs `work` when it is its turn. 'refused' if an account or address has too many in the queue; 503 if all have. */
    async run<T>(owners: string[], work: () => Promise<T>): Promise<T | 'refused'> {
      if (owners.some((owner) => (waiting.get(owner) ?? 0) >= maxWaitingEach)) return 'refused';
      if (limit.pendingCount >= maxWaiting)
        throw unavailable('The shop is busy for a moment. Please try again.');
      add(owners, 1);
      try {
        return await limit(work);
      } finally {
        add(owners, -1);
      }
    },
  };
}

/** Strangers don't delay known devices. */
const known = createQueue();
const strangers = createQueue();

/**
 * Finds the account of a sign-in and verifies its password, within an allowance of failed attempts a minute
 * (`RATE_LIMIT`, decision 40):
 *
 * - a known device, and the holder of a sign-in link, has one of its own for this account;
 * - all others share one per account and one per address. When these are used up, an address block that the account
 *   has signed in from has another one.
 *
 * 429 without an allowance, before any password is hashed, and after many successful sign-ins of the account from the
 * address. 503 if too many passwords are waiting.
 */
export async function verifySignIn(deps: Deps, request: LoginRequest, origin: SignInOrigin) {
  const { device, link } = origin;
  const address = addressBlock(origin.address, 32);
  const hashes = { device, link, block: hashBlock(origin.address) };
  const account = await findSignInAccount(deps.db, request, hashes, deps.clock.now());
  const named = `account:${request.email ?? request.mobile}`;
  const attempt = (queue: Queue, ...keys: string[]) =>
    attemptWithin(deps, queue, {
      keys,
      successes: `sign-in:${named} ${address}`,
      owners: [account?.id ?? named, `address:${address}`],
      verify: () => verifyPassword(account?.passwordHash, request.password),
    });

  let matches: boolean | 'refused';
  if (account?.hasLink) matches = await attempt(known, `link:${link?.toString('hex')}`);
  else if (account?.isKnownDevice) {
    matches = await attempt(known, `device:${account.id}:${device?.toString('hex')}`);
  } else {
    matches = await attempt(strangers, named, `address:${address}`);
    // A wrong password is refused like that of a stranger, so that nobody learns that the address is known.
    if (matches === 'refused' && account?.isKnownBlock)
      matches =
        (await attempt(known, `block:${account.id}:${addressBlock(origin.address)}`)) === true || 'refused';
  }
  if (matches === 'refused') {
    throw tooManyTries('Too many tries. Please wait a minute, or have a sign-in link mailed to you.');
  }
  return { account, matches };
}

/**
 * Verifies a password. It is counted by `keys` unless it matches, else by `successes`; 'refused' if one of the counters
 * is used up.
 */
async function attemptWithin(
  { db, config: { rateLimit }, clock }: Deps,
  queue: Queue,
  attempt: { keys: string[]; successes: string; owners: string[]; verify: () => Promise<boolean> },
): Promise<boolean | 'refused'> {
  const { keys, successes, owners, verify } = attempt;
  if (rateLimit === 'off') return queue.run([], verify);
  const now = clock.now();
  const maxSuccesses = successFactor * rateLimit;
  if (await isUsedUp(db, keys, rateLimit, now)) return 'refused';
  if (await isUsedUp(db, [successes], maxSuccesses, now)) return 'refused';
  return queue.run(owners, async () => {
    // Counted before it is verified, so that concurrent attempts can't exceed the allowance.
    if (!(await countAttempt(db, keys, rateLimit, now))) return 'refused';
    const matches = await verify();
    if (!matches) return false;
    await uncountAttempt(db, keys);
    return (await countAttempt(db, [successes], maxSuccesses, now)) || 'refused';
  });
}
