import { createHash } from 'node:crypto';
import type { CreateOrderRequest, PaymentMethod } from '../../shared/contract/orders/checkout.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { conflict } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import type { Placed } from '../payments/payments.ts';

/** A request with an idempotency key. */
export type Attempt = { scope: string; key: string; hash: string };

/**
 * `userId`: null for a guest. Keys are separate for each account and guest, so that a key never returns the order of
 * another.
 */
export const attemptOf = (
  userId: string | null,
  key: string,
  request: CreateOrderRequest,
  method: PaymentMethod,
): Attempt => ({ scope: userId ?? 'guest', key, hash: hashOf(request, method) });

const hashOf = (request: CreateOrderRequest, method: PaymentMethod) =>
  createHash('sha256')
    .update(JSON.stringify(method === 'online' ? request : { ...request, method }))
    .digest('hex');

/**
 * The order that an earlier request with this key has placed. An unpaid order that has ended frees its key. 409
 * `idempotency_mismatch` if that was another request.
 */
export async function findAttempt(deps: Deps, { scope, key, hash }: Attempt): Promise<Placed | undefined> {
  const made = await orders.findByIdempotencyKey(deps.db, scope, key);
  if (!made) return undefined;
  if (made.requestHash !== hash) {
    throw conflict('idempotency_mismatch', 'This Idempotency-Key was used for another order.');
  }
  const dead = made.status === 'failed' || made.status === 'cancelled';
  if (!dead) return made;
  await transaction(deps.db, (trx) => orders.freeIdempotencyKey(trx, made.id));
  return undefined;
}
