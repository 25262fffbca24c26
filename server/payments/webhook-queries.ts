import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import type { WebhookEvents } from '../db/schema.ts';
import { settledPayments } from '../ledger/queries/payment-queries.ts';

/** Stores an event; false if it is stored already. */
export async function insertWebhookEvent(trx: Trx, event: Insertable<WebhookEvents>): Promise<boolean> {
  const row = await trx
    .insertInto('webhookEvents')
    .values(event)
    .onConflict((oc) => oc.column('eventId').doNothing())
    .returning('eventId')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores an event about this payment of the provider as handled, if the payment is settled (isSettled). False if it is
 * not, or if the event is stored already.
 */
export async function insertSettledEvent(
  db: Database,
  event: Pick<Insertable<WebhookEvents>, 'eventId' | 'event' | 'body' | 'providerOrderId'> & {
    paymentId: string;
    receivedAt: Date;
    signedWithPrevious: boolean;
  },
): Promise<boolean> {
  const { eventId, event: name, body, providerOrderId, paymentId, receivedAt, signedWithPrevious } = event;
  const { rows } = await sql`
    insert into webhook_events (
      event_id, event, provider_order_id, body, received_at, handled_at, signed_with_previous)
    select ${eventId}, ${name}, ${providerOrderId}, ${body}, ${receivedAt}::timestamptz,
      ${receivedAt}::timestamptz, ${signedWithPrevious}::boolean
    where exists (${settledPayments(paymentId)})
    on conflict (event_id) do nothing returning event_id`.execute(db);
  return rows.length > 0;
}

export async function findWebhookEvent(db: Database, eventId: string) {
  return db.selectFrom('webhookEvents').selectAll().where('eventId', '=', eventId).executeTakeFirst();
}

/** Events whose job was lost. */
export async function listOpenWebhookEvents(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhookEvents')
    .select('eventId')
    .where('handledAt', 'is', null)
    .where('receivedAt', '<', before)
    .orderBy('receivedAt')
    .limit(limit)
    .execute();
  return rows.map((row) => row.eventId);
}

export async function closeWebhookEvent(db: Database, eventId: string, now: Date, error = ''): Promise<void> {
  await db
    .updateTable('webhookEvents')
    .set((eb) => ({ handledAt: now, attempts: eb('attempts', '+', 1), error }))
    .where('eventId', '=', eventId)
    .execute();
}

/** Marks a handled event as unhandled, for a retry. */
export async function reopenWebhookEvent(trx: Trx, eventId: string, now: Date): Promise<void> {
  await trx
    .updateTable('webhookEvents')
    .set({ handledAt: null, error: '', receivedAt: now })
    .where('eventId', '=', eventId)
    .execute();
}

/** When the last webhook arrived that was signed with the current secret, which was created then if that is known. */
export async function findSignedTime(db: Database, created: Date | undefined): Promise<Date | undefined> {
  const { at } = await db
    .selectFrom('webhookEvents')
    .select((eb) => eb.fn.max('receivedAt').as('at'))
    .where('signedWithPrevious', '=', false)
    .where('receivedAt', '>=', created ?? new Date(0))
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

/** How many payments the provider captured after its last webhook, up to `before`, within a week. */
export async function countPaymentsWithoutWebhook(db: Database, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('providerPaymentId', 'is not', null)
    .where('capturedAt', '<', before)
    .where('capturedAt', '>', new Date(before.getTime() - 7 * 86_400_000))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhookEvents')
            .select('eventId')
            .whereRef('receivedAt', '>=', 'payments.capturedAt'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}
