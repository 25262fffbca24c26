import { randomBytes } from 'node:crypto';
import type { Database } from '../server/db/database.ts';
import { keepKeys } from './queries.ts';

/** The keys of this shop's own stand-in: random, made at the first start and the same ever after. */
export async function sandboxKeys(db: Database) {
  return keepKeys(db, {
    keyId: `rzp_test_sandbox${randomBytes(6).toString('hex')}`,
    keySecret: randomBytes(24).toString('base64url'),
    webhookSecret: randomBytes(24).toString('base64url'),
  });
}
