import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const json = 'application/json; charset=utf-8';
const error = (code: string, description: string) => JSON.stringify({ error: { code, description } });

/** Replies that replace the real one. */
const replacements = {
  '500': { status: 500, type: json, body: error('SERVER_ERROR', 'We are facing some trouble.') },
  '502': { status: 502, type: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' },
  '429': { status: 429, type: json, body: error('BAD_REQUEST_ERROR', 'Too many requests') },
  '400': { status: 400, type: json, body: error('BAD_REQUEST_ERROR', 'The contact is invalid') },
  '401': { status: 401, type: json, body: error('BAD_REQUEST_ERROR', 'Authentication failed') },
  garbage_json: { status: 200, type: json, body: '{"id":"order_' },
  html_body: { status: 200, type: 'text/html', body: '<!doctype html><title>Under maintenance</title>' },
  empty_body: { status: 200, type: json, body: '' },
};

/** Fields that are changed in the real reply. */
const changes = {
  wrong_amount: { amount: 100 },
  wrong_currency: { currency: 'USD' },
  unknown_status: { status: 'foo' },
  half_character: { method: 'upi \ud83d', error_reason: '\ud83d' },
};

/** What can go wrong with a call of the API (razorpay §11.5). */
export type FaultKind =
  | keyof typeof replacements
  | keyof typeof changes
  | 'timeout_before'
  | 'timeout_after_commit'
  | 'reset'
  | 'switching_protocols'
  | `slow:${number}`;

/** `match` is a method and a path as in `POST /v1/orders` or `GET /v1/orders/:id`; `*` matches every call. */
export type Fault = { match: string; kind: FaultKind; times?: number; skip?: number };

/** Adds hooks that let calls fail. Returns the functions that choose which. */
export function addFaults(api: FastifyInstance) {
  let waiting: Required<Fault>[] = [];
  const kinds = new WeakMap<object, FaultKind>();

  /** The fault of this call, if any; counts it as used. */
  function next(method: string, route: string): FaultKind | undefined {
    const fault = waiting.find(({ match }) => match === '*' || match === `${method} ${route}`);
    if (!fault) return undefined;
    if (fault.skip > 0) {
      fault.skip--;
      return undefined;
    }
    fault.times--;
    if (fault.times <= 0) waiting = waiting.filter((item) => item !== fault);
    return fault.kind;
  }

  api.addHook('preHandler', async (request, reply) => {
    const kind = next(request.method, request.routeOptions.url ?? '');
    if (!kind) return;
    kinds.set(request, kind);
    if (kind.startsWith('slow:')) await sleep(Number(kind.slice('slow:'.length)), undefined, { ref: false });
    if (kind === 'timeout_before') return reply.hijack();
    if (kind === 'reset') {
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return;
    }
    if (kind === 'switching_protocols') {
      reply.hijack();
      request.raw.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: foo\r\n\r\n',
      );
      return;
    }
    const replacement = Object.entries(replacements).find(([name]) => name === kind)?.[1];
    if (replacement) return reply.code(replacement.status).type(replacement.type).send(replacement.body);
  });

  api.addHook('onSend', async (request, reply, payload) => {
    const kind = kinds.get(request);
    if (!kind || typeof payload !== 'string') return payload;
    // The work is done, but the reply is never sent.
    if (kind === 'timeout_after_commit') return new Promise(() => {});
    return reply.statusCode === 200 ? withFault(kind, payload) : payload;
  });

  return {
    add: (fault: Fault) => {
      waiting.push({ times: 1, skip: 0, ...fault });
    },
    clear: () => {
      waiting = [];
    },
  };
}

/** The real reply, with a wrong field if the fault is one. */
function withFault(kind: FaultKind, body: string): string {
  const fields = Object.entries(changes).find(([name]) => name === kind)?.[1];
  if (!fields) return body;
  const reply = JSON.parse(body) as { items?: object[] };
  const items = reply.items?.map((item) => ({ ...item, ...fields }));
  return JSON.stringify(items ? { ...reply, items } : { ...reply, ...fields });
}
