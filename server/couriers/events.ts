import { createHash } from 'node:crypto';
import { z } from 'zod';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { unauthorized } from '../errors.ts';
import { hashOf } from './accounts.ts';
import { text } from './courier-http.ts';
import * as queries from './queries.ts';

/**
 * Stores an event of a courier once, and its job. A courier proves itself by the token of the shop: neither of them signs
 * events (india §2.1, §2.2). `raw` is the unchanged body. 401 for another token.
 */
export async function storeCourierEvent(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  raw: Buffer,
  token: string | undefined,
): Promise<void> {
  const provider = token && (await queries.findByEventToken(db, hashOf(token)));
  if (!provider) throw unauthorized('The token is not right.');
  const id = createHash('sha256').update(`${provider}\n`).update(raw).digest('hex');
  // PostgreSQL can't store NUL in a text.
  const body = raw.toString('utf8').replaceAll('\0', '');
  await transaction(db, async (trx) => {
    const isNew = await queries.insertEvent(trx, { id, provider, body, receivedAt: clock.now() });
    if (isNew) await jobs.enqueue(trx, 'courier-event', { eventId: id });
  });
}

const shiprocketEvent = z.object({ awb: text });
const delhiveryEvent = z.object({ Shipment: z.object({ AWB: text }) });

/**
 * The tracking number in an event; undefined if it can't be read. It is only a hint: the state is read from the
 * courier, so the order of events does not matter.
 */
export function trackingNumberIn(body: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  return shiprocketEvent.safeParse(parsed).data?.awb ?? delhiveryEvent.safeParse(parsed).data?.Shipment.AWB;
}
