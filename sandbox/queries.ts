import { randomBytes } from 'node:crypto';
import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import type { Database, Trx } from '../server/db/database.ts';
import type { DB } from '../server/db/schema.ts';
import { malformedId, unknownId } from './api-error.ts';
import { type IdPrefix, isId } from './ids.ts';

export type OrderRow = Selectable<DB['sandbox.orders']>;
export type PaymentRow = Selectable<DB['sandbox.payments']>;
export type RefundRow = Selectable<DB['sandbox.refunds']>;
export type LinkRow = Selectable<DB['sandbox.paymentLinks']>;
export type WebhookRow = Selectable<DB['sandbox.webhooks']>;

/** A part of a list; `from` and `to` are Unix seconds. Without a count, all rows. */
export type Page = { from?: number; to?: number; count?: number; skip?: number };

export const orders = queriesOf('sandbox.orders', 'order_');
export const links = queriesOf('sandbox.paymentLinks', 'plink_');
export const payments = queriesOf('sandbox.payments', 'pay_');
export const refunds = queriesOf('sandbox.refunds', 'rfnd_');
export const webhooks = queriesOf('sandbox.webhooks', '');

/** The statements that all tables have in common. */
function queriesOf<Name extends Extract<keyof DB, `sandbox.${string}`>>(name: Name, prefix: IdPrefix) {
  type Row = Selectable<DB[Name]>;
  const table = sql.table(name);

  async function find(db: Database, id: string): Promise<Row | undefined> {
    const { rows } = await sql<Row>`select * from ${table} where id = ${id}`.execute(db);
    return rows[0];
  }

  async function first(db: Database, statement: RawBuilder<Row>): Promise<Row> {
    const { rows } = await statement.execute(db);
    if (!rows[0]) throw unknownId();
    return rows[0];
  }

  return {
    find,

    /** Throws 400 if the id is malformed or unknown. */
    async get(db: Database, id: string): Promise<Row> {
      if (!isId(prefix, id)) throw malformedId(id);
      const row = await find(db, id);
      if (!row) throw unknownId();
      return row;
    },

    /** Throws 400 if the id is unknown, as `update` does. */
    lock: (trx: Trx, id: string): Promise<Row> =>
      first(trx, sql`select * from ${table} where id = ${id} for update`),

    insert(db: Database, row: Insertable<DB[Name]>): Promise<Row> {
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
      return first(
        db,
        sql`insert into ${table} (${columns}) values (${sql.join(Object.values(row))}) returning *`,
      );
    },

    update(db: Database, id: string, change: Updateable<DB[Name]>): Promise<Row> {
      const changes = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      return first(db, sql`update ${table} set ${sql.join(changes)} where id = ${id} returning *`);
    },

    /** Newest first; `conditions` that are undefined do not count. */
    async list(
      db: Database,
      { from = 0, to = Number.MAX_SAFE_INTEGER, count, skip = 0 }: Page,
      ...conditions: (RawBuilder<SqlBool> | undefined)[]
    ): Promise<Row[]> {
      const all = [
        sql<SqlBool>`created_at between ${from} and ${to}`,
        ...conditions.filter((condition) => condition !== undefined),
      ];
      const statement = sql<Row>`
        select * from ${table} where ${sql.join(all, sql` and `)}
        order by created_at desc, id limit ${count ?? null} offset ${skip}`;
      return (await statement.execute(db)).rows;
    },

    /** At most 100 rows whose time in this column has come. */
    async listDue(db: Database, column: keyof Row & string, now: Date): Promise<Row[]> {
      const statement = sql<Row>`
        select * from ${table} where ${sql.ref(column)} <= ${now} order by id limit 100`;
      return (await statement.execute(db)).rows;
    },
  };
}

/** False if an order has this receipt. The lock makes two callers with one receipt wait for each other. */
export async function isReceiptFree(trx: Trx, receipt: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox receipt ${receipt}`}, 0))`.execute(trx);
  const found = await trx
    .selectFrom('sandbox.orders')
    .select('id')
    .where('receipt', '=', receipt)
    .executeTakeFirst();
  return found === undefined;
}

/** Orders, newest first: with this receipt, or those that have or lack an authorised payment. */
export const listOrders = (
  db: Database,
  { receipt, authorized, ...page }: Page & { receipt?: string; authorized?: boolean },
): Promise<OrderRow[]> =>
  orders.list(
    db,
    page,
    receipt === undefined ? undefined : sql`receipt = ${receipt}`,
    authorized === undefined
      ? undefined
      : sql`${authorized} = exists (
          select from sandbox.payments where order_id = sandbox.orders.id and status = 'authorized')`,
  );

export const listRefunds = (db: Database, page: Page, paymentId?: string): Promise<RefundRow[]> =>
  refunds.list(db, page, paymentId === undefined ? undefined : sql`payment_id = ${paymentId}`);

export const findLinkByReference = (db: Database, reference: string): Promise<LinkRow | undefined> =>
  db.selectFrom('sandbox.paymentLinks').selectAll().where('referenceId', '=', reference).executeTakeFirst();

/** The payment link whose page has created this order, locked. */
export const lockLinkOfOrder = (trx: Trx, orderId: string): Promise<LinkRow | undefined> =>
  trx
    .selectFrom('sandbox.paymentLinks')
    .selectAll()
    .where('orderId', '=', orderId)
    .forUpdate()
    .executeTakeFirst();

/** Every attempt to pay an order, oldest first. */
export const listOrderPayments = (db: Database, orderId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('sandbox.payments')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

/** False while another request with the same key is in progress. */
export async function lockRefundKey(trx: Trx, paymentId: string, key: string): Promise<boolean> {
  const name = `sandbox refund ${paymentId} ${key}`;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

export const findRefundByKey = (trx: Trx, paymentId: string, key: string): Promise<RefundRow | undefined> =>
  trx
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst();

/** Claims due webhooks for one caller, who must finish before `until`. */
export async function claimDueWebhooks(db: Database, now: Date, until: Date): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    update ${sql.table('sandbox.webhooks')} set next_at = ${until}, attempts = attempts + 1
    where id in (select id from sandbox.webhooks where next_at <= ${now}
      order by next_at limit 20 for update skip locked)
    returning *`.execute(db);
  return rows.sort((a, b) => a.position - b.position);
}

/** When the worker has something to do next. */
export async function nextDue(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(next_at) from sandbox.webhooks where next_at is not null),
      (select min(answer_at) from sandbox.payments where answer_at is not null),
      (select min(fails_at) from sandbox.refunds where fails_at is not null)
    ) as at
  `.execute(db);
  return rows[0]?.at ?? null;
}

/** The keys of the shop's own sandbox: random, created at the first start and stored. */
export async function sandboxKeys(db: Database) {
  await db
    .insertInto('sandbox.keys')
    .values({
      keyId: `rzp_test_sandbox${randomBytes(6).toString('hex')}`,
      keySecret: randomBytes(24).toString('base64url'),
      webhookSecret: randomBytes(24).toString('base64url'),
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return db
    .selectFrom('sandbox.keys')
    .select(['keyId', 'keySecret', 'webhookSecret'])
    .executeTakeFirstOrThrow();
}
