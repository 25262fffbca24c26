import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createCircuitBreaker } from '../runtime/circuit-breaker.ts';
import { parseJson } from '../runtime/parse-json.ts';
import { traced } from '../runtime/tracing.ts';
import { createPauses } from './pauses.ts';
import { ProviderError } from './provider-error.ts';

export type ProviderSettings = {
  keyId: string;
  keySecret: string;
  /** Without the version and without a slash at the end: `https://api.razorpay.com`. */
  apiUrl: string;
  /** The timeout of one request. */
  timeoutMs?: number;
  /** The timeout of a call with all its attempts. */
  totalMs?: number;
};

export type ProviderCall = {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  /** Only for idempotent requests. */
  repeatable?: boolean;
  /** A shorter timeout than that of the settings. */
  timeoutMs?: number;
  /** On the scale of `performance.now()`; several requests of one call share it. */
  deadline?: number;
};

/** The timeout of a call with all its attempts, unless the settings say otherwise. */
export const providerTotalMs = 9500;

const maxReplyBytes = 2_000_000;
const maxTries = 3;

/** The requests to the provider. */
export type ProviderHttp = ReturnType<typeof createProviderHttp>;

/** Sends calls to the provider with Basic authentication, a deadline, retries and a circuit breaker. */
export function createProviderHttp(settings: ProviderSettings) {
  const { timeoutMs = 8000, totalMs = providerTotalMs } = settings;
  const authorization = `Basic ${Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')}`;
  const breaker = createCircuitBreaker();
  const pauses = createPauses();

  return { send, newDeadline: () => performance.now() + totalMs };

  async function send(call: ProviderCall): Promise<unknown> {
    const deadline = call.deadline ?? performance.now() + totalMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await guarded(call, deadline);
      } catch (error) {
        const pause = backOff(attempt);
        const worthwhile = call.repeatable && attempt < maxTries && isPassing(error);
        if (!worthwhile || performance.now() + pause + 250 > deadline) throw error;
        await sleep(pause);
      }
    }
  }

  async function guarded(call: ProviderCall, deadline: number) {
    // Creating orders may be limited while payments can still be read.
    const kind = `${call.method} ${call.path.split('/')[1]}`;
    await pauses.wait(kind, deadline);
    if (!breaker.allows()) {
      throw new ProviderError('unreachable', 'resting after repeated failures', { reason: 'circuit_open' });
    }
    try {
      const reply = await traced({ kind: 'provider', name: kind }, () => once(call, deadline));
      breaker.succeeded();
      pauses.end(kind);
      return reply;
    } catch (error) {
      const isLimited = error instanceof ProviderError && error.httpStatus === 429;
      const alive = error instanceof ProviderError && ['rejected', 'unauthorised'].includes(error.kind);
      if (isLimited) pauses.begin(kind, error.retryAfterMs);
      if (isLimited || alive) breaker.succeeded();
      else breaker.failed();
      throw error;
    }
  }

  async function once(call: ProviderCall, deadline: number): Promise<unknown> {
    const leftMs = Math.min(timeoutMs, call.timeoutMs ?? timeoutMs, Math.ceil(deadline - performance.now()));
    if (leftMs < 1) throw new ProviderError('unreachable', 'no time left to ask');
    const signal = AbortSignal.timeout(leftMs);
    const body = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
    const url = address(call);
    // Node's own agents keep connections open for the next call, and follow the proxy settings of the process (decision
    // 46).
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: call.method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
        ...call.headers,
      },
      signal,
    });
    try {
      const response = await sendRequest(request, body);
      const text = await readText(response);
      const { statusCode: status = 0, headers } = response;
      if (redirects.has(status)) throw new ProviderError('unreachable', 'answered with a redirect');
      return readReply(status, text, retryAfterMs(headers['retry-after']));
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw new ProviderError('unreachable', signal.aborted ? 'did not answer in time' : 'no connection', {
        cause: error,
      });
    }
  }

  function address(call: ProviderCall) {
    const url = new URL(`${settings.apiUrl}/v1${call.path}`);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, String(value));
    return url;
  }
}

/** A delay with exponential backoff and jitter. */
export function backOff(attempt: number): number {
  return 150 * 2 ** (attempt - 1) * (0.5 + Math.random());
}

/** Whether no request was sent, because earlier ones failed. */
export const isUnsent = ({ reason }: ProviderError): boolean =>
  reason === 'circuit_open' || reason === 'paused';

/** Whether a call may succeed when it is repeated. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ProviderError) || isUnsent(error)) return false;
  return error.kind === 'unreachable' || error.kind === 'nonsense' || error.httpStatus === 409;
}

/** Redirects are not followed, because they would send the keys to another address. */
const redirects = new Set([301, 302, 303, 307, 308]);

function sendRequest(request: http.ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    // Also after the response, whose reader gets an error of its own.
    request.on('error', reject);
    // Without a listener, Node closes the connection and reports nothing.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      reject(new Error(`Unexpected reply ${response.statusCode}`));
    });
    request.end(body);
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxReplyBytes) throw new ProviderError('nonsense', 'the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readReply(status: number, text: string, retryAfterMs: number | undefined): unknown {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    if (body === undefined)
      throw new ProviderError('nonsense', 'the answer is not JSON', { httpStatus: status });
    return body;
  }
  const more = { httpStatus: status, retryAfterMs, ...errorReply.safeParse(body).data?.error };
  const what = `answered ${status}${more.reason ? ` (${more.reason})` : ''}`;
  if (status === 401 || status === 403) throw new ProviderError('unauthorised', what, more);
  if (status === 429 || status >= 500) throw new ProviderError('unreachable', what, more);
  if (body === undefined) throw new ProviderError('nonsense', what, more);
  throw new ProviderError('rejected', what, more);
}

/** The header is a number of seconds or a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

const shortText = (max: number) =>
  z
    .string()
    .transform((text) => text.slice(0, max))
    .optional()
    .catch(undefined);
const errorReply = z.object({ error: z.object({ reason: shortText(100), description: shortText(500) }) });
