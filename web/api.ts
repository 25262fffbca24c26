import type { MediaType } from '../shared/contract/calls/call.ts';
import type { Calls, Params, ReplyOf, Route, Sent } from '../shared/contract/calls.ts';
import type { ErrorCode, ErrorReply } from '../shared/contract/wire.ts';
import { readStored } from './browser-storage.ts';

/** An error reply (contract §1). `status` is 0 if there was no reply. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network' | 'unknown';
  readonly errors: Record<string, string>;
  readonly body: unknown;

  constructor(
    status: number,
    reply: { message: string; code: ApiError['code']; errors?: Record<string, string> | undefined },
    body?: unknown,
  ) {
    super(reply.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = reply.code;
    this.errors = reply.errors ?? {};
    this.body = body;
  }

  /** The message of the server's reply, if it has one. */
  get serverMessage(): string | undefined {
    return isErrorReply(this.body) ? this.message : undefined;
  }
}

export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Disables the timeout, for large files. */
  noTimeout?: boolean;
  /** Completes even if the page is left. */
  keepalive?: boolean;
}

/** A value of a query as the client passes it: numbers and booleans are converted to strings. */
type QueryValue<V> = V extends 'true' | 'false' ? V | boolean : string extends V ? V | number : V;
type Query<Q> = Q extends undefined ? undefined : { [Key in keyof Q]: QueryValue<Q[Key]> } | URLSearchParams;
/** Files are sent as FormData. */
type Body<R extends Route> = Calls[R] extends { files: unknown }
  ? FormData | (Calls[R] extends { pictures: unknown } ? Sent<R, 'body'> : never)
  : Sent<R, 'body'>;
/** Required unless the value may be empty. */
type Option<Key extends string, Value> = object extends Value
  ? { [K in Key]?: Value }
  : undefined extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

export type Options<R extends Route> = Option<'params', Params<R>> &
  Option<'query', Query<Sent<R, 'query'>>> &
  Option<'body', Body<R>> &
  Omit<CallOptions, 'headers'> & {
    headers?: NonNullable<Sent<R, 'headers'> | object> & { authorization?: string; 'x-order-key'?: string };
  };
export type Arguments<R extends Route> =
  object extends Options<R> ? [options?: Options<R>] : [options: Options<R>];
type FileRoute = { [R in Route]: Calls[R]['reply'] extends MediaType ? R : never }[Route];

type AnyOptions = CallOptions & {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
};

/** The media types of files. Any other reply must be JSON, unlike that of a captive portal. */
const files = /^(application\/pdf|text\/csv|message\/rfc822)/;

/**
 * Makes a call of the table (shared/contract/calls.ts): `call('GET /order/:id', { params: { id } })`. A list
 * returns `{ items, total }`, a file a Blob. Every failure is an ApiError; an aborted call fails with AbortError.
 */
export function call<R extends Route>(route: R, ...options: Arguments<R>): Promise<ReplyOf<R, Blob>>;
export function call<R extends Route>(route: R, options: Options<R>): Promise<ReplyOf<R, Blob>>;
export async function call(route: string, options: AnyOptions = {}): Promise<unknown> {
  const response = await send(route, options);
  const total = response.headers.get('x-total-count');
  return read(async () => {
    if (total !== null) return { items: await response.json(), total: Number(total) };
    return files.test(response.headers.get('content-type') ?? '') ? response.blob() : response.json();
  });
}

/** Returns the response before its body has arrived, for files too large for memory. There is no timeout. */
export function stream<R extends FileRoute>(route: R, ...options: Arguments<R>): Promise<Response>;
export function stream(route: string, options: AnyOptions = {}): Promise<Response> {
  return send(route, { ...options, noTimeout: true });
}

/** The path below /api, with the parameters and the defined values of the query. */
function addressOf(pattern: string, { params = {}, query = {} }: AnyOptions): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const values = [...(query instanceof URLSearchParams ? query : Object.entries(query))];
  const search = new URLSearchParams(
    values.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}

async function send(route: string, options: AnyOptions): Promise<Response> {
  const [method = '', pattern = ''] = route.split(' ');
  const headers = new Headers({ accept: 'application/json', ...options.headers });
  const isBackOffice = /^\/admin(\/|$)/.test(location.pathname);
  const token = readStored(isBackOffice ? 'adminToken' : 'authToken');
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  const { body, signal, noTimeout, keepalive = false } = options;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  const init: RequestInit = {
    method,
    headers,
    keepalive,
    signal: noTimeout ? (signal ?? null) : withTimeout(signal),
  };
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
  const response = await read(() => fetch(`/api${addressOf(pattern, options)}`, init));
  if (response.ok) return response;
  const error = await errorOf(response);
  if (error.code === 'step_up_required' && (await askForProof?.())) return send(route, options);
  throw error;
}

let askForProof: (() => Promise<boolean>) | undefined;

/**
 * Sets what happens if a call needs a recent proof that it is the admin: `ask` returns whether they have given one, and the
 * call is then made again.
 */
export function onStepUp(ask: () => Promise<boolean>): void {
  askForProof = ask;
}

/** Turns a network failure or timeout into an ApiError. An abort by the caller stays an AbortError. */
async function read<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, { message: 'No connection. Check the network and try again.', code: 'network' });
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const unknown = { message: 'Something went wrong. Please try again.', code: 'unknown' as const };
  return new ApiError(response.status, isErrorReply(body) ? body : unknown, body);
}

function isErrorReply(body: unknown): body is ErrorReply {
  return typeof body === 'object' && body !== null && 'message' in body && 'code' in body;
}

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(15_000);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
