import fc from 'fast-check';
import type { Call } from '../../shared/contract/calls/call.ts';
import { calls } from '../../shared/contract/calls.ts';
import { hostileValues, type Input, inputsOfCall } from './inputs.ts';

/** How a valid request is damaged; `none` leaves it as it is. */
const damages = fc.oneof(
  { weight: 10, arbitrary: fc.constant({ kind: 'none' as const }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('value' as const),
      part: fc.constantFrom('body', 'body', 'body', 'query', 'params', 'headers'),
      at: fc.nat(),
      value: hostileValues,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      text: fc.oneof(
        fc.constantFrom('{', '', '[', 'null', '"', '{"a":1,"a":2}', '\ufeff{}', '{"__proto__":1}'),
        fc.constantFrom('['.repeat(10_000), '{"a":'.repeat(3_000), `"${'x'.repeat(300_000)}"`),
        fc.string({ unit: 'binary' }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      type: fc.constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'image/png',
        ';',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('address' as const),
      tail: fc.constantFrom(
        '/',
        '//',
        '?%',
        '?a[b]=c',
        '?page=1&page=2',
        '?%00',
        '/%2e%2e',
        '%E0%A4%A',
        ';x',
        '?__proto__=1',
      ),
    }),
  },
);
type Damage = typeof damages extends fc.Arbitrary<infer Kind> ? Kind : never;
export type FuzzedRequest = { route: string; input: Input; damage: Damage; file: number };

const table = new Map<string, Call>(Object.entries(calls));
export const callOf = (route: string): Call => {
  const call = table.get(route);
  if (!call) throw new Error(`There is no call ${route}`);
  return call;
};

/** Random requests of all calls, half of them damaged. */
export const fuzzedRequests: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  ...[...table].map(([route, call]) =>
    fc.record({
      route: fc.constant(route),
      input: inputsOfCall(route, call),
      damage: damages,
      file: fc.nat(),
    }),
  ),
);

/** The method, address and content of a request. `resolve` puts the ids of records in place of their names. */
export function toHttp(
  { route, input, damage, file }: FuzzedRequest,
  resolve: (text: string) => string,
  files: readonly Buffer[],
): { method: string; url: string; headers: Record<string, string>; body?: BodyInit } {
  const [method = '', path = ''] = route.split(' ');
  const call = callOf(route);
  const damaged = damage.kind === 'value' ? withValue(input, damage) : input;
  const { params, query, headers, body } = damaged;
  const text = (value: unknown) => resolve(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  const encode = (value: unknown) => encodeURIComponent(text(value).toWellFormed());
  const address = path.replace(/:(\w+)/g, (_, name: string) => encode(params[name]));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((item) => `${encode(name)}=${encode(item)}`),
  );
  const tail = damage.kind === 'address' ? damage.tail : '';
  const url = `${address}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}${tail}`;
  const plain = Object.entries(headers).map(([name, value]) => [
    name,
    text(value).replace(/[^\x20-\x7e]/g, '?'),
  ]);
  const sent: Record<string, string> = Object.fromEntries(plain);
  if (method === 'GET') return { method, url, headers: sent };
  if (damage.kind === 'text')
    return {
      method,
      url,
      headers: { ...sent, 'content-type': 'application/json' },
      body: damage.text.toWellFormed(),
    };
  if (call.files && file % 4 > 0) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body ?? {})) form.append(name, text(value).toWellFormed());
    const content = files[file % files.length] ?? Buffer.alloc(0);
    form.append(
      call.files[file % call.files.length] ?? 'file',
      new Blob([Uint8Array.from(content)]),
      'photo.jpg',
    );
    return { method, url, headers: sent, body: form };
  }
  if (damage.kind === 'type') sent['content-type'] = damage.type;
  else if (body !== undefined || call.accepts)
    sent['content-type'] = call.accepts === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { method, url, headers: sent, ...(body !== undefined && { body: text(body).toWellFormed() }) };
}

/** The input with a value in place of another one, or added if there is none. */
function withValue(input: Input, { part, at, value }: Extract<Damage, { kind: 'value' }>): Input {
  if (part === 'body') return { ...input, body: replaced(input.body, at, value) };
  if (part === 'query') return { ...input, query: withField(input.query, at, value) };
  if (part === 'headers') return { ...input, headers: withField(input.headers, at, value) };
  return { ...input, params: withField(input.params, at, value) };
}

function withField(fields: Record<string, unknown>, index: number, value: unknown): Record<string, unknown> {
  const names = Object.keys(fields);
  return names.length === 0 ? fields : { ...fields, [names[index % names.length] ?? '']: value };
}

/** Replaces the value at one of the places in `target`, at any depth. */
function replaced(target: unknown, index: number, value: unknown): unknown {
  if (typeof target !== 'object' || target === null) return value;
  const entries = Object.entries(target);
  const place = index % (entries.length + 1);
  const [name, inner] = entries[place] ?? [];
  if (name === undefined)
    return Array.isArray(target) ? [...target, value] : { ...target, unexpected: value };
  const rest = Math.floor(index / (entries.length + 1));
  const changed = rest % 2 === 0 ? value : replaced(inner, Math.floor(rest / 2), value);
  if (Array.isArray(target)) return target.map((item, n) => (n === place ? changed : item));
  return { ...target, [name]: changed };
}
