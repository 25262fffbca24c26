import fc from 'fast-check';
import { z } from 'zod';
import type { Call } from '../../shared/contract/calls/call.ts';

/** The part of a JSON schema that zod writes for the inputs of the calls. */
type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema;
  propertyNames?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
};
export type RecordKind = keyof typeof recordQueries;
type Value = fc.Arbitrary<unknown>;

/** Statements that read ids which a request may name. */
export const recordQueries = {
  product: 'select id from products',
  variant: 'select id from variants',
  batch: 'select id from product_batches',
  import: 'select id from product_imports',
  category: 'select id from categories',
  subcategory: 'select id from subcategories',
  brand: 'select id from brands',
  type: 'select id from product_types',
  order: 'select id from orders',
  line: 'select id from order_items',
  mail: 'select id from mails',
  policy: 'select id from policies',
  query: 'select id from contact_queries',
  alert: 'select id from attention_items',
  address: 'select id from addresses',
  role: 'select id from roles',
  creditNote: `select id from invoices where kind = 'credit_note'`,
  /** Not the admins who send the requests. */
  admin: `select id from users where email like 'colleague.%'`,
  user: 'select id from users where role_id is null',
} as const;

/** Stands for the id of a record of this kind until the request is sent. */
const idOf = (kind: RecordKind): Value =>
  fc.oneof(
    { weight: 9, arbitrary: fc.nat(50).map((n) => `«${kind}:${n}»`) },
    { weight: 1, arbitrary: fc.uuid() },
  );

/** Which records the parameters of a path name: the first pattern that matches. */
const pathKinds: readonly [RegExp, RecordKind][] = [
  [/^\/products\/batch/, 'batch'],
  [/^\/products\/import/, 'import'],
  [/^\/products/, 'product'],
  [/^\/categories\/subcategory/, 'subcategory'],
  [/^\/categories/, 'category'],
  [/^\/brands/, 'brand'],
  [/^\/product-types/, 'type'],
  [/^\/order\/user/, 'user'],
  [/^\/razorpay\/credit-note/, 'creditNote'],
  [/^\/(order|razorpay)/, 'order'],
  [/^\/mails/, 'mail'],
  [/^\/policies/, 'policy'],
  [/^\/contact/, 'query'],
  [/^\/attention/, 'alert'],
  [/^\/auth\/addresses/, 'address'],
  [/^\/auth\/admin\/roles/, 'role'],
  [/^\/auth\/admin\/admins/, 'admin'],
];

/** The parameters of this path, mostly with ids that exist. */
function pathParams(path: string): fc.Arbitrary<Record<string, unknown>> {
  const kind = pathKinds.find(([pattern]) => pattern.test(path))?.[1];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const value = (name: string) => (name === 'subId' ? idOf('subcategory') : kind ? idOf(kind) : fc.uuid());
  return fc.record(Object.fromEntries(names.map((name) => [name, value(name)])));
}

const price = fc.integer({ min: 1, max: 100_000 });
const email = fc.oneof(
  fc.uuid().map((id) => `asha.${id}@example.in`),
  fc.constant('asha@example.in'),
);
/** Values of fields that a schema alone does not describe, so that many requests succeed. */
const fields: Record<string, Value> = {
  email,
  mobile: fc.integer({ min: 6_000_000_000, max: 9_999_999_999 }).map(String),
  phone: fc.integer({ min: 6_000_000_000, max: 9_999_999_999 }).map(String),
  altMobile: fc.constantFrom('', '9876543210'),
  postalCode: fc.constantFrom('560003', '110001'),
  state: fc.constantFrom('Karnataka', 'Kerala'),
  password: fc.constantFrom('block-print-42', 'another-block-42'),
  product_id: idOf('product'),
  variant_id: idOf('variant'),
  order_id: idOf('order'),
  line_id: idOf('line'),
  category: idOf('category'),
  subcategory: idOf('subcategory'),
  brand: idOf('brand'),
  productType: idOf('type'),
  targetCategoryId: idOf('category'),
  categoryIds: fc.array(idOf('category'), { maxLength: 4 }),
  subcategoryIds: fc.array(idOf('subcategory'), { maxLength: 4 }),
  ids: fc.array(idOf('product'), { minLength: 1, maxLength: 4 }),
  role: fc.oneof(fc.constantFrom('support', 'packer'), idOf('role')),
  page: fc.nat(30).map(String),
  limit: fc.nat(110).map(String),
  minPrice: price.map(String),
  maxPrice: price.map(String),
  price,
  quantity: fc.integer({ min: 1, max: 3 }),
  countInStock: fc.nat(500),
  // Other limits would reject the orders of everybody.
  minOrderRupees: fc.constant(1),
  maxOrderRupees: fc.constant(500_000),
};

/** Values that this schema accepts, mostly: rules that are functions are unknown here. */
function inputsOf(schema: z.ZodType): Value {
  return valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

function valuesOf(schema: JsonSchema, name = '', depth = 0): Value {
  const field = fields[name];
  // A field of the same name can be of another type elsewhere; then it is one of the values that may be rejected.
  if (field && depth > 0) return fc.oneof({ weight: 8, arbitrary: field }, bySchema(schema, name, depth));
  return bySchema(schema, name, depth);
}

function bySchema(schema: JsonSchema, name: string, depth: number): Value {
  const { type, anyOf, oneOf, enum: options } = schema;
  if ('const' in schema) return fc.constant(schema.const);
  if (options) return fc.constantFrom(...options);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, name, depth)));
  if (type === 'object') return objects(schema, depth);
  if (type === 'array')
    return fc.array(valuesOf(schema.items ?? {}, '', depth + 1), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4)),
    });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return numbers(schema);
  if (type === 'string') return strings(schema);
  return fc.jsonValue({ maxDepth: 2 });
}

function objects({ properties, required = [], additionalProperties }: JsonSchema, depth: number): Value {
  if (!properties) return fc.dictionary(fc.string(), valuesOf(additionalProperties ?? {}, '', depth + 1));
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, valuesOf(value, name, depth + 1)]),
  );
  return fc.record(model, { requiredKeys: required });
}

function numbers({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): Value {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1);
  const max = Math.max(min, maximum ?? 100_000);
  const whole = fc.integer({
    min: Math.ceil(Math.max(min, -(2 ** 31))),
    max: Math.floor(Math.min(max, 2 ** 31 - 1)),
  });
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }));
}

function strings({ pattern, minLength = 0, maxLength = 200 }: JsonSchema): Value {
  const max = Math.max(minLength, Math.min(maxLength, 200));
  const words = fc
    .constantFrom('Indigo', 'हाट', 'Ajrakh stole, 2 m', '1', 'a@b.in', '2026-11-22')
    .filter((text) => text.length >= minLength && text.length <= max);
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: max });
  if (!pattern) return minLength > 30 || max < 10 ? any : fc.oneof(words, any);
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: max });
  } catch {
    // fast-check does not know every kind of pattern, such as one that looks ahead.
    return any;
  }
}

/** Values that no schema expects. */
export const hostileValues: Value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 31,
    2 ** 53,
    Number.MAX_VALUE,
    '',
    ' ',
    [],
    {},
    [[[[]]]],
    '\0',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '%00',
    '%',
    '../../etc/passwd',
    "' or 1=1 --",
    '\\',
    '＝1+1',
    '=cmd()',
    '<script>alert(1)</script>',
    '\u202e',
    '\u2028',
    '{{7*7}}',
    '#{7*7}',
    '«order:1»',
    '0001-01-01',
    '275760-09-13T00:00:00.001Z',
    '-000001-01-01T00:00:00Z',
    '2026-02-30',
    '1e400',
    'NaN',
    '99999999-9999-9999-9999-999999999999',
    '00000000-0000-0000-0000-000000000000',
    '１２',
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(301),
    'x'.repeat(20_000),
    'क्'.repeat(2_000),
    '🪔'.repeat(500),
    { toString: 1 },
    { length: 1e9 },
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
    { $ne: null },
    Array.from({ length: 2_000 }, () => 1),
    Array.from({ length: 200 }, () => ({})),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
);

export type Input = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
};

/** Inputs of a call from the table. */
export function inputsOfCall(route: string, call: Call): fc.Arbitrary<Input> {
  const part = (schema?: z.ZodType): fc.Arbitrary<Record<string, unknown>> =>
    schema
      ? inputsOf(schema).map((value) => Object.fromEntries(Object.entries(value ?? {})))
      : fc.constant({});
  return fc.record({
    params: pathParams(route.slice(route.indexOf(' ') + 1)),
    query: part(call.query),
    headers: part(call.headers),
    body: call.body ? inputsOf(call.body) : fc.constant(undefined),
  });
}
