import pLimit from 'p-limit';
import { recordFailedSignIn } from '../db/audit-log.ts';
import type { Deps } from '../deps.ts';

/** One at a time: a burst of failed sign-ins must not use up the connections of the database. */
const recordings = pLimit(1);

/**
 * Counts a failed sign-in to the back office, or a failed proof of an admin, in the audit log. `account` is the e-mail
 * address or mobile number that was given. Never fails: an error is logged.
 */
export async function recordFailure(deps: Deps, account: string, address: string): Promise<void> {
  const attempt = { account: account.slice(0, 200), address, now: deps.clock.now() };
  await recordings(() => recordFailedSignIn(deps.db, attempt)).catch((error: unknown) =>
    deps.log.error({ err: error }, 'a failed sign-in could not be recorded'),
  );
}
