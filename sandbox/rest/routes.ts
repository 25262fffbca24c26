import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError, unknownId } from '../api-error.ts';
import { collection, linkEntity, orderEntity, paymentEntity, refundEntity } from '../entities.ts';
import { notesBody, pageQuery, readFields } from '../fields.ts';
import { createOrder } from '../orders.ts';
import { cancelLink, createLink, listLinks } from '../payment-links.ts';
import { capturePayment } from '../payments.ts';
import {
  links,
  listOrderPayments,
  listOrders,
  listRefunds,
  orders,
  type PaymentRow,
  payments,
  refunds,
} from '../queries.ts';
import { createRefund } from '../refunds.ts';
import { type SandboxDeps, seconds } from '../sandbox-deps.ts';

type Query = Record<string, unknown>;
type One = { Params: { id: string }; Querystring: Query };
type Two = { Params: { id: string; refundId: string } };
type RefundHeaders = { Headers: { 'x-refund-idempotency'?: string } };

/** The part of a table's queries that every resource needs. */
type Table<Row> = {
  get(db: SandboxDeps['db'], id: string): Promise<Row>;
  update(db: SandboxDeps['db'], id: string, change: { notes: string }): Promise<Row>;
};

const orderQuery = pageQuery.extend({
  receipt: z.string().optional().catch(undefined),
  authorized: z
    .unknown()
    .transform((value) => (value === undefined ? undefined : value === '1'))
    .optional(),
});

/** The provider's REST API (razorpay §2-4), authenticated by key id and secret. */
export function restRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const { db, behaviour } = deps;
  app.addHook('onRequest', async (request) => {
    if (!isAuthentic(request.headers.authorization, deps)) {
      throw new ApiError(401, 'Authentication failed');
    }
  });

  /** Adds the routes that read one row, list rows and change notes, of which nothing else can be changed. */
  function addResource<Row>(
    path: string,
    table: Table<Row>,
    entity: (row: Row, query: Query) => object,
    list: (query: Query) => Promise<Row[]>,
  ) {
    app.get<{ Querystring: Query }>(`/${path}`, async ({ query }) =>
      collection((await list(query)).map((row) => entity(row, {}))),
    );
    app.get<One>(`/${path}/:id`, async ({ params, query }) => entity(await table.get(db, params.id), query));
    app.patch<One>(`/${path}/:id`, async ({ params, body }) => {
      const change = readFields(notesBody, body);
      await table.get(db, params.id);
      return entity(await table.update(db, params.id, change), {});
    });
  }

  /** The card is included on request. */
  const paymentWith = (row: PaymentRow, query: Query) =>
    paymentEntity(deps, row, { card: [query['expand[]'] ?? query.expand].flat().includes('card') });

  addResource(
    'orders',
    orders,
    (row) => orderEntity(deps, row),
    (query) => listOrders(db, readFields(orderQuery, query)),
  );
  addResource('payments', payments, paymentWith, (query) => {
    const page = readFields(pageQuery, query);
    const newest = seconds(deps.now()) - Math.ceil(behaviour.listLagSeconds / behaviour.speed);
    return payments.list(db, { ...page, to: Math.min(page.to ?? newest, newest) });
  });
  addResource('refunds', refunds, refundEntity, (query) => listRefunds(db, readFields(pageQuery, query)));

  app.post('/payment_links', ({ body }) => createLink(deps, body));
  app.get<{ Querystring: Query }>('/payment_links', ({ query }) => listLinks(deps, query));
  app.get<One>('/payment_links/:id', async ({ params }) => linkEntity(deps, await links.get(db, params.id)));
  app.post<One>('/payment_links/:id/cancel', ({ params }) => cancelLink(deps, params.id));

  app.post('/orders', ({ body }) => createOrder(deps, body));
  app.get<One>('/orders/:id/payments', async ({ params }) => {
    const { id } = await orders.get(db, params.id);
    return collection((await listOrderPayments(db, id)).map((row) => paymentEntity(deps, row)));
  });
  app.post<One>('/payments/:id/capture', ({ params, body }) => capturePayment(deps, params.id, body));
  app.post<One & RefundHeaders>('/payments/:id/refund', ({ params, body, headers }) =>
    createRefund(deps, params.id, body, headers['x-refund-idempotency']),
  );
  app.get<One>('/payments/:id/refunds', async ({ params, query }) => {
    const { id } = await payments.get(db, params.id);
    return collection((await listRefunds(db, readFields(pageQuery, query), id)).map(refundEntity));
  });
  app.get<Two>('/payments/:id/refunds/:refundId', async ({ params }) => {
    const row = await refunds.get(db, params.refundId);
    if (row.paymentId !== params.id) throw unknownId();
    return refundEntity(row);
  });
}

/** The name of the scheme must be exactly `Basic`, as at the provider. */
function isAuthentic(authorization: string | undefined, { keyId, keySecret }: SandboxDeps): boolean {
  if (!authorization?.startsWith('Basic ')) return false;
  const given = Buffer.from(authorization.slice('Basic '.length), 'base64');
  const expected = Buffer.from(`${keyId}:${keySecret}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
