import { type Database, transaction, violatedConstraint } from '../../db/database.ts';
import { conflict } from '../../errors.ts';
import * as orders from '../../orders/orders.ts';
import { findByIdempotencyKey } from '../../orders/queries/order-queries.ts';
import type { Placed } from '../../payments/open-payment.ts';

/**
 * A request to place an order with an idempotency key. Keys are separate for each `scope`, so that a key never returns
 * the order of another. `isFreed`: an unpaid order that has ended frees its key.
 */
export type Attempt = { scope: string; key: string; hash: string; isFreed: boolean };

const keyConstraint = 'orders_idempotency_scope_idempotency_key_key';

/**
 * Places an order once for an idempotency key: returns what an earlier or a concurrent request with the key has placed,
 * or what `place` does. 409 `idempotency_mismatch` if that was another request.
 */
export async function placeOnce(
  db: Database,
  attempt: Attempt | undefined,
  place: () => Promise<Placed>,
): Promise<Placed> {
  if (!attempt) return place();
  const made = await findAttempt(db, attempt);
  if (made) return made;
  try {
    return await place();
  } catch (error) {
    // A concurrent request placed the order: return it instead of reporting its units as sold out.
    const placed = await findAttempt(db, attempt);
    if (placed) return placed;
    // The order with its key has failed meanwhile, and has freed the key.
    if (violatedConstraint(error) === keyConstraint) return placeOnce(db, attempt, place);
    throw error;
  }
}

async function findAttempt(
  db: Database,
  { scope, key, hash, isFreed }: Attempt,
): Promise<Placed | undefined> {
  const made = await findByIdempotencyKey(db, scope, key);
  if (!made) return undefined;
  if (made.requestHash !== hash)
    throw conflict('idempotency_mismatch', 'This Idempotency-Key was used for another order.');
  if (!isFreed || (made.status !== 'failed' && made.status !== 'cancelled')) return made;
  await transaction(db, (trx) => orders.freeIdempotencyKey(trx, made.id));
  return undefined;
}
