import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notAuthenticated } from '../api-error.ts';
import { changeOrderNotes, createOrder, getOrder, getOrderPayments, listAllOrders } from '../orders.ts';
import { capturePayment, changePaymentNotes, getPayment, listAllPayments } from '../payments.ts';
import { changeRefundNotes, createRefund, getRefund, listAllRefunds } from '../refunds.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';

type One = { Params: { id: string } };
type Two = { Params: { id: string; refundId: string } };

/** The provider's REST API (razorpay §2-4), for whoever shows key id and secret. */
export function restRoutes(app: FastifyInstance, books: SandboxDeps): void {
  app.addHook('onRequest', async (request) => {
    if (!isAuthentic(request.headers.authorization, books)) throw notAuthenticated();
  });

  app.post('/orders', (request) => createOrder(books, request.body));
  app.get('/orders', (request) => listAllOrders(books, query(request)));
  app.get<One>('/orders/:id', (request) => getOrder(books, request.params.id));
  app.patch<One>('/orders/:id', (request) => changeOrderNotes(books, request.params.id, request.body));
  app.get<One>('/orders/:id/payments', (request) => getOrderPayments(books, request.params.id));

  app.get('/payments', (request) => listAllPayments(books, query(request)));
  app.get<One>('/payments/:id', (request) => getPayment(books, request.params.id, query(request)));
  app.patch<One>('/payments/:id', (request) => changePaymentNotes(books, request.params.id, request.body));
  app.post<One>('/payments/:id/capture', (request) => capturePayment(books, request.params.id, request.body));

  app.post<One>('/payments/:id/refund', (request) =>
    createRefund(books, request.params.id, request.body, header(request, 'x-refund-idempotency')),
  );
  app.get<One>('/payments/:id/refunds', (request) =>
    listAllRefunds(books, query(request), request.params.id),
  );
  app.get<Two>('/payments/:id/refunds/:refundId', (request) =>
    getRefund(books, request.params.refundId, request.params.id),
  );
  app.get('/refunds', (request) => listAllRefunds(books, query(request)));
  app.get<One>('/refunds/:id', (request) => getRefund(books, request.params.id));
  app.patch<One>('/refunds/:id', (request) => changeRefundNotes(books, request.params.id, request.body));
}

/** The scheme's name must be exactly `Basic`, as the provider has it. */
function isAuthentic(authorization: string | undefined, { keyId, keySecret }: SandboxDeps): boolean {
  if (!authorization?.startsWith('Basic ')) return false;
  const given = Buffer.from(authorization.slice('Basic '.length), 'base64');
  const wanted = Buffer.from(`${keyId}:${keySecret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const query = (request: FastifyRequest) => request.query as Record<string, unknown>;

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
