import { once } from 'node:events';
import { Readable } from 'node:stream';
import formbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Call } from '../../shared/contract/calls/call.ts';
import { calls } from '../../shared/contract/calls.ts';
import { done } from '../../shared/contract/wire.ts';
import type { Deps } from '../deps.ts';
import { addressBlock } from '../runtime/address-block.ts';
import { assertRoomForUploads } from '../runtime/disk.ts';
import { createKeyedQueue, type KeyedQueue } from '../runtime/limiter.ts';
import type { Shop } from '../shop.ts';
import { adminScope } from './admin-guard.ts';
import { type AdmissionQueue, createAdmissionQueue } from './admission-queue.ts';
import type { Api } from './api.ts';
import { bearerToken, requireSignIn } from './authenticate.ts';
import { mustRevalidate } from './edge.ts';
import { pictureForm } from './form.ts';
import type { Handlers, PdfFile, TextFile } from './handlers.ts';
import { maxPublicBody } from './json-body.ts';
import type { CachedReplies } from './pages/cached-replies.ts';
import { writeSegment } from './pages/page-address.ts';
import { type RenderReads, recordingShop } from './pages/page-tags.ts';
import type { FreshReply } from './pages/reply-encodings.ts';
import type { Traffic } from './traffic.ts';

/** Calls of these tags, and this one for orders that are being paid, are answered to everyone while the shop is not open. */
const answersShut = new Set(['Accounts', 'Health', 'Opening', 'Visits', 'GET /razorpay/checkout-config']);

const jsonType = 'application/json; charset=utf-8';

type AnyHandler = (context: never) => unknown;
/** `inTurn` bounds how many connections of the database one address takes. */
type CallParts = {
  deps: Deps;
  replies: CachedReplies;
  guest: Shop;
  reads: AdmissionQueue;
  inTurn: KeyedQueue;
};
type Registration = { route: string; call: Call; handle: AnyHandler };

/**
 * Registers every call of the table with its handler: its access, input, limit and reply are what the table says.
 * `publishChanges` runs after each change by an admin. `guest` makes the replies that are cached.
 */
export function registerCalls(
  api: Api,
  deps: Deps,
  handlers: Handlers,
  publishChanges: () => Promise<void>,
  { guest, replies, traffic }: { guest: Shop; replies: CachedReplies; traffic: Traffic },
): void {
  const table: Record<string, Call> = calls;
  const all = Object.entries<AnyHandler>(handlers).flatMap(([route, handle]) => {
    const call = table[route];
    return call ? [{ route, call, handle }] : [];
  });
  // A read holds a connection of the database, of which orders need most.
  const reads = createAdmissionQueue({ concurrency: 4, maxWaiting: 64, maxPerBlock: 8 });
  traffic.queues.set('calls', reads);
  const parts = { deps, replies, guest, reads, inTurn: createKeyedQueue(4) };
  const register = (scope: Api, which: (call: Call) => boolean) => {
    for (const registration of all) if (which(registration.call)) addRoute(scope, registration, parts);
  };

  register(api, ({ access, accepts }) => access !== 'admin' && !accepts);
  adminScope(api, deps, (admin) => {
    admin.addHook('onSend', async ({ method, backOffice }) => {
      // Absent if the request was refused: a stranger must not make the caches expire.
      if (method !== 'GET' && backOffice) await publishChanges();
    });
    register(admin, ({ access }) => access === 'admin');
  });
  api.register(async (form: Api) => {
    await form.register(formbody);
    register(form, ({ accepts }) => accepts === 'form');
  });
  api.register(async (raw: Api) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_request, body, parsed) =>
      parsed(null, body),
    );
    register(raw, ({ accepts }) => accepts === 'raw');
  });
}

function addRoute(
  scope: Api,
  { route, call, handle }: Registration,
  { deps, replies, guest, reads, inTurn }: CallParts,
): void {
  const [method = '', url = ''] = route.split(' ');
  const { access, permission, stepUp, query, headers, body, files, pictures, limit } = call;
  const { isBackground, changesPassword } = call;
  const isForShoppers =
    (access === 'anyone' || access === 'signed-in') && !answersShut.has(call.tag) && !answersShut.has(route);
  // A signature or token of its own is checked first.
  const isBounded = access === 'proof' || (limit !== undefined && !call.isCached);
  const statuses = [call.status ?? 200].flat();
  const schema = replySchema(call);
  const write = schema ? serializerCompiler({ schema, method, url }) : JSON.stringify;
  scope.route({
    method,
    url,
    config: { limit, permission, stepUp, isBackground, changesPassword, isForShoppers },
    ...(access !== 'admin' && call.accepts !== 'raw' && { bodyLimit: maxPublicBody }),
    ...(access === 'signed-in' && { onRequest: requireSignIn }),
    ...(files && {
      preParsing: async (request: FastifyRequest) => {
        if (request.headers['content-type']?.startsWith('multipart/')) await assertRoomForUploads(deps);
      },
    }),
    ...(pictures && pictureForm(deps, pictures)),
    schema: {
      params: z.record(z.string(), z.string().max(300)),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      // The handler reads the form if its files are not pictures.
      ...(body && (pictures || !files) && { body }),
      ...(schema && { response: Object.fromEntries(statuses.map((status) => [status, schema])) }),
    },
    handler: async (request, reply) => {
      // The schemas above have given the request the shape that this call's handler declares.
      const make = async () => handle(contextOf(call, request, reply) as never);
      const admit = <T>(work: () => Promise<T>) => reads.run(addressBlock(request.ip), work);
      // Also with a token that is not valid.
      if (call.isCached && request.actor.kind === 'guest') {
        const makeOnce = () => admit(() => makeCached({ call, handle, write }, guest, request, reply));
        if (method === 'GET') return replies.serve(request, reply, cachedAddress(call, request), makeOnce);
        return reply.type(jsonType).send((await makeOnce()).body);
      }
      reply.status(statuses[0] ?? 200);
      if (request.actor.kind === 'admin' || isBounded) return send(call, await make(), reply);
      if (call.isCached) return send(call, await admit(make), reply);
      return send(call, await inTurn(addressBlock(request.ip, 32), make), reply);
    },
  });
}

/** A call has the same reply for all notations of its path and input, so it is cached under one address. */
function cachedAddress(call: Call, { params, query, routeOptions: { url = '' } }: FastifyRequest): string {
  const values = new Map<string, string>(Object.entries(params ?? {}));
  const path = url.replaceAll(/:(\w+)/g, (_, name) => writeSegment(values.get(name) ?? ''));
  const given = Object.entries((call.query && query) ?? {}).filter(([, value]) => value !== undefined);
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** The reply of a cached call for every guest. */
async function makeCached(
  { call, handle, write }: Pick<Registration, 'call' | 'handle'> & { write: (result: unknown) => string },
  guest: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FreshReply> {
  const seen: RenderReads = { tags: new Set(), failed: false };
  const shop = recordingShop(guest, seen);
  const result = await handle({ ...contextOf(call, request, reply), shop } as never);
  const total = isPage(call, result) && { 'x-total-count': String(result.total) };
  return {
    status: 200,
    headers: {
      'content-type': jsonType,
      'cache-control': mustRevalidate,
      // With a token, the reply may be another one.
      vary: 'accept-encoding, authorization',
      ...total,
    },
    body: write(isPage(call, result) ? result.items : result),
    tags: seen.tags,
    edge: 'call',
    isComplete: !seen.failed,
  };
}

const contextOf = (call: Call, request: FastifyRequest, reply: FastifyReply) => ({
  params: request.params,
  query: request.query,
  headers: request.headers,
  body: call.accepts === 'raw' && !Buffer.isBuffer(request.body) ? Buffer.alloc(0) : request.body,
  uploads: request.uploads,
  orderKey: orderKey(request),
  token: bearerToken(request) ?? '',
  userAgent: request.headers['user-agent'] ?? '',
  shop: request.shop,
  backOffice: request.backOffice,
  request,
  reply,
});

function replySchema({ reply }: Call): z.ZodType | undefined {
  if (reply === 'done') return done;
  if (typeof reply === 'string') return undefined;
  return 'page' in reply ? z.array(reply.page) : reply;
}

/** Handlers declares what the handler of a call returns; these name it for the kind of its reply. */
const isPage = ({ reply }: Call, _result: unknown): _result is { items: unknown[]; total: number } =>
  typeof reply === 'object' && 'page' in reply;
const isPdf = ({ reply }: Call, _result: unknown): _result is PdfFile => reply === 'application/pdf';
const isRedirect = ({ reply }: Call, _result: unknown): _result is string => reply === 'redirect';
const isFile = ({ reply }: Call, _result: unknown): _result is TextFile =>
  reply === 'text/csv' || reply === 'message/rfc822';

async function send(call: Call, result: unknown, reply: FastifyReply): Promise<unknown> {
  if (call.reply === 'done') return { success: true };
  if (isRedirect(call, result)) return reply.redirect(result, 303);
  if (isPage(call, result)) {
    reply.header('x-total-count', String(result.total));
    return result.items;
  }
  if (isPdf(call, result)) {
    reply.header('content-disposition', `inline; filename="${result.filename}"`);
    return reply.type('application/pdf').send(result.pdf);
  }
  if (isFile(call, result)) {
    const { filename } = result;
    const content = await begin(result.content);
    reply.header('content-disposition', `attachment; filename="${filename}"`);
    reply.type(call.reply === 'text/csv' ? 'text/csv; charset=utf-8' : 'message/rfc822');
    return reply.send(content);
  }
  return result;
}

/** Reads the first part of a file before the reply begins, so that an error there has a status. */
async function begin(content: TextFile['content']): Promise<Buffer | Readable> {
  if (Buffer.isBuffer(content)) return content;
  const parts = Readable.from(content);
  await once(parts, 'readable');
  return parts;
}

/** The order's key as it is shown: the header, else `?key=` (contract §3). */
function orderKey(request: FastifyRequest): string | undefined {
  const header = request.headers['x-order-key'];
  if (typeof header === 'string' && header) return header.slice(0, 200);
  const { key } = request.query as { key?: unknown };
  return typeof key === 'string' && key ? key : undefined;
}
