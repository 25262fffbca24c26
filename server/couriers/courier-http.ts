import { z } from 'zod';
import { createCircuitBreaker } from '../runtime/circuit-breaker.ts';
import { parseJson } from '../runtime/parse-json.ts';
import { AddressError, openPublic } from '../runtime/public-network.ts';
import { traced } from '../runtime/tracing.ts';
import type { Account } from './courier-api.ts';
import { CourierError } from './courier-error.ts';

export type CourierCall = {
  method: 'GET' | 'POST';
  /** Without ids: the name in traces. */
  name: string;
  /** Below the address of the API. */
  path: string;
  query?: Record<string, string>;
  /** JSON, or a form. */
  body?: object | URLSearchParams;
  headers?: Record<string, string>;
};

/** Sends a call that is signed in to an account. */
export type AccountCall = (account: Account, request: CourierCall) => Promise<unknown>;

const timeoutMs = 15_000;
const maxReplyBytes = 2_000_000;
const maxLabelBytes = 10_000_000;

/** Sends calls to the API of a courier, each once, with a timeout and a circuit breaker (decision 46). */
export function createCourierHttp(apiUrl: string) {
  const breaker = createCircuitBreaker();

  /** Runs `work` unless the courier has failed several times in a row. A refusal shows that it works. */
  async function guarded<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (!breaker.allows()) throw new CourierError('unsent', 'resting after repeated failures');
    try {
      const result = await traced({ kind: 'provider', name }, () => work(AbortSignal.timeout(timeoutMs)));
      breaker.succeeded();
      return result;
    } catch (error) {
      const known =
        error instanceof CourierError
          ? error
          : new CourierError('unanswered', 'no connection', { cause: error });
      if (known.kind === 'unanswered') breaker.failed();
      else breaker.succeeded();
      throw known;
    }
  }

  return {
    /** Returns the JSON of a reply, which is undefined if it is empty. */
    send: ({ method, name, path, query = {}, body, headers = {} }: CourierCall): Promise<unknown> =>
      guarded(`${method} ${name}`, async (signal) => {
        const isForm = body instanceof URLSearchParams;
        const response = await fetch(`${apiUrl}${path}${asQuery(query)}`, {
          method,
          // A redirect would send the secret to another address.
          redirect: 'error',
          signal,
          headers: {
            accept: 'application/json',
            ...(body && !isForm && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body && { body: isForm ? body : JSON.stringify(body) }),
        });
        const text = (await readBody(response.body, maxReplyBytes)).toString('utf8');
        return readReply(response.status, text);
      }),

    /**
     * Downloads a PDF from an address that the courier named: from its own API, or over HTTPS from a public IP address,
     * without redirects. At most 10 MB and 15 s.
     */
    download: (address: string): Promise<Buffer> =>
      guarded('GET label', async (signal) => {
        const url = URL.parse(address);
        const isOwn = url !== null && url.origin === new URL(apiUrl).origin;
        if (!url || !(isOwn || (url.protocol === 'https:' && !url.username && !url.password)))
          throw new CourierError('unanswered', 'the address of the label can’t be used');
        const { status, body } = isOwn ? await openOwn(url, signal) : await openOther(url, signal);
        const pdf = await readBody(body, maxLabelBytes);
        if (status !== 200 || !pdf.subarray(0, 5).equals(Buffer.from('%PDF-')))
          throw new CourierError('unanswered', 'the label is not a PDF');
        return pdf;
      }),
  };
}

type Opened = { status: number; body: AsyncIterable<Uint8Array> | null };

async function openOwn(url: URL, signal: AbortSignal): Promise<Opened> {
  const { status, body } = await fetch(url, { redirect: 'error', signal });
  return { status, body };
}

async function openOther(url: URL, signal: AbortSignal): Promise<Opened> {
  const reply = await openPublic(url, { signal, accept: 'application/pdf' }).catch((cause: unknown) => {
    const what = cause instanceof AddressError ? 'the address of the label can’t be used' : 'no connection';
    throw new CourierError('unanswered', what, { cause });
  });
  return { status: reply.statusCode ?? 0, body: reply };
}

const asQuery = (query: Record<string, string>) =>
  Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';

async function readBody(body: Opened['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new CourierError('unanswered', 'the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readReply(status: number, text: string): unknown {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    if (body === undefined && text.trim() !== '')
      throw new CourierError('unanswered', 'the answer is not JSON');
    return body;
  }
  const what = `answered ${status}`;
  if (status === 401 || status === 403) throw new CourierError('unauthorised', what);
  if (status === 429) throw new CourierError('unsent', what);
  if (status >= 500) throw new CourierError('unanswered', what);
  throw new CourierError('rejected', what, { reason: reasonOf(body) });
}

/** A text that some replies have as a number. */
export const text = z.union([z.string(), z.number()]).transform(String);

/** A reply in this shape; otherwise nobody knows what it means. */
export function readAs<T>(schema: z.ZodType<T>, reply: unknown): T {
  const { data } = schema.safeParse(reply);
  if (!data) throw new CourierError('unanswered', 'answered in an unknown format');
  return data;
}

/** The texts of an error reply: its message, and its errors by field. At most 300 characters. */
export function reasonOf(body: unknown): string {
  const texts: string[] = [];
  const collect = (value: unknown, depth: number) => {
    if (typeof value === 'string') texts.push(value.trim());
    else if (value && typeof value === 'object' && depth < 4)
      for (const part of Object.values(value)) collect(part, depth + 1);
  };
  const { message, errors, error, remarks, rmk, response, detail } = Object(body);
  for (const part of [message, errors, error, rmk, remarks, response, detail]) collect(part, 0);
  return [...new Set(texts.filter(Boolean))].join(' ').slice(0, 300);
}
