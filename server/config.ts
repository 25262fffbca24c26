import path from 'node:path';
import { inspect } from 'node:util';
import { z } from 'zod';
import { adminPasswordProblem, passwordLimits } from '../shared/password-rules.ts';
import { createStartError } from './start-errors.ts';

export type PaymentConfig =
  /** `asked`: set explicitly, so that a shop with real orders may run on it too. */
  | { mode: 'sandbox'; isExplicit: boolean }
  | {
      mode: 'razorpay';
      keyId: string;
      keySecret: string;
      /** The present one, and the one before it while it is being changed. */
      webhookSecrets: string[];
      /** Without a trailing slash and without the version: `https://api.razorpay.com`. */
      apiUrl: string;
      checkoutUrl: string;
      /** True for `rzp_test_` keys: no real money moves, and the pages say so. */
      test: boolean;
    };

export type S3Config = {
  bucket: string;
  region: string;
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type Config = {
  production: boolean;
  port: number;
  host: string;
  /** The shop's own address as people see it, without a trailing slash. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  /** Unset: the embedded PostgreSQL under `dataDir`. */
  databaseUrl?: string;
  seed: 'demo' | 'empty';
  adminEmail?: string;
  adminPassword?: string;
  payments: PaymentConfig;
  /** Unset: mails become files under `dataDir`. */
  smtpUrl?: string;
  /** Unset: the shop's own name, at the host of `publicUrl`. */
  mailFrom?: string;
  /** Unset: pictures are files under `dataDir`. */
  s3?: S3Config;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Tries a minute at the guarded calls, per address and per account. */
  rateLimit: number | 'off';
  /** Tests alone: the step at which the shop kills itself (crash-point.ts). */
  crashAt?: string;
  /** Addresses of proxies in front of the shop, whose X-Forwarded-For is believed; none by default. */
  trustProxy: string[];
};

/** An invalid setting, and the line that reports it. */
type SettingProblem = { setting: string; line: string };
export type CheckedConfig = { config: Config; problems: SettingProblem[] };

/**
 * Reads the environment once, as contract §6 lists it.
 * Throws a StartError that names every wrong value; a secret is never part of its text.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { config, problems } = checkConfig(env);
  if (problems.length > 0) throw createStartError(problems.map(({ line }) => line));
  return config;
}

/** Like readConfig, for a start that lists further problems too: invalid settings have their default in `config`. */
export function checkConfig(env: NodeJS.ProcessEnv = process.env): CheckedConfig {
  const parsed = settings.safeParse(env);
  const invalid = (parsed.error?.issues ?? []).map((issue) => ({
    setting: issue.path.join('.'),
    line: `${issue.path.join('.')} ${issue.message}`,
  }));
  const names = new Set(invalid.map(({ setting }) => setting));
  const valid = Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
  const combined = findContradictions(env).map((line) => ({ setting: line.split(' ', 1).join(), line }));
  return { config: assemble(settings.parse(valid)), problems: [...invalid, ...combined] };
}

function assemble(values: z.infer<typeof settings>): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const config: Config = {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    seed: values.SEED,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    payments: paymentConfig(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    s3: s3Config(values),
    logLevel: values.LOG_LEVEL,
    rateLimit: values.RATE_LIMIT,
    crashAt: values.CRASH_AT,
    trustProxy: values.TRUST_PROXY,
  };
  return maskSecrets(config, ['databaseUrl', 'adminPassword', 'smtpUrl']);
}

function paymentConfig(values: z.infer<typeof settings>): PaymentConfig {
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = values;
  if (!RAZORPAY_KEY_ID || !RAZORPAY_KEY_SECRET || !RAZORPAY_WEBHOOK_SECRET)
    return { mode: 'sandbox', isExplicit: values.PAYMENTS === 'sandbox' };
  return maskSecrets(
    {
      mode: 'razorpay',
      keyId: RAZORPAY_KEY_ID,
      keySecret: RAZORPAY_KEY_SECRET,
      webhookSecrets: [RAZORPAY_WEBHOOK_SECRET, values.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
        (one) => one !== undefined,
      ),
      apiUrl: values.RAZORPAY_API_URL,
      checkoutUrl: values.RAZORPAY_CHECKOUT_URL,
      test: RAZORPAY_KEY_ID.startsWith('rzp_test_'),
    },
    ['keySecret', 'webhookSecrets'],
  );
}

function s3Config(values: z.infer<typeof settings>): S3Config | undefined {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return maskSecrets(
    {
      bucket: S3_BUCKET,
      region: values.S3_REGION ?? 'us-east-1',
      endpoint: values.S3_ENDPOINT,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    },
    ['secretAccessKey'],
  );
}

/** What each value may be on its own; see contradictions() for what they may be together. */
const text = (what: string) => z.string().refine((value) => value.trim() !== '', `is set but empty: ${what}`);
const secret = text('give the secret, or remove the variable').refine(
  (value) => value === value.trim(),
  'has blanks around it',
);
const url = (protocols: string[], like: string) =>
  text(`give ${like}, or remove the variable`).refine(
    (value) => protocols.includes(URL.parse(value)?.protocol ?? ''),
    `must be an address like ${like}`,
  );
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .refine(
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to,
      `must be a whole number from ${from} to ${to}`,
    )
    .transform(Number);
const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` });
const email = z.email('must be an e-mail address').max(254, 'must be an e-mail address');
/** Payments go out encrypted; a test's stand-in may listen on this machine. */
const providerUrl = url(['https:', 'http:'], 'https://…')
  .refine(
    (value) => URL.parse(value)?.protocol !== 'http:' || isLoopback(value),
    'must begin with https:// (http:// is for this machine alone)',
  )
  .transform((value) => value.replace(/\/+$/, ''));

const settings = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(1, 65535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name like 127.0.0.1')
    .default('127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'], 'https://shop.example.in')
    .refine(isOrigin, 'must be the bare address, like https://shop.example.in, without a path')
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
  DATA_DIR: text('give a folder, or remove the variable').default('./var'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name').optional(),
  SEED: oneOf('demo', 'empty').default('demo'),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(passwordLimits.admin, `must have at least ${passwordLimits.admin} characters`)
    .max(passwordLimits.max, `must have at most ${passwordLimits.max} characters`)
    .optional(),
  PAYMENTS: oneOf('sandbox').optional(),
  RAZORPAY_KEY_ID: text('give the key id, or remove the variable')
    .regex(/^rzp_(test|live)_\w+$/, 'must look like rzp_test_… or rzp_live_…')
    .optional(),
  RAZORPAY_KEY_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret.optional(),
  RAZORPAY_API_URL: providerUrl.default('https://api.razorpay.com'),
  RAZORPAY_CHECKOUT_URL: providerUrl.default('https://checkout.razorpay.com/v1/checkout.js'),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be like Name <shop@example.in>')
    .optional(),
  S3_BUCKET: text('give the bucket, or remove the variable').optional(),
  S3_REGION: text('give the region, or remove the variable').optional(),
  S3_ENDPOINT: url(['https:', 'http:'], 'https://s3.example.in').optional(),
  S3_ACCESS_KEY_ID: secret.optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  CRASH_AT: z.string().optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  TRUST_PROXY: z
    .string()
    .regex(/^[\da-fA-F.:/]+(\s*,\s*[\da-fA-F.:/]+)*$/, 'must be addresses like 127.0.0.1, 10.0.0.0/8')
    .transform((value) => value.split(',').map((address) => address.trim()))
    .default([]),
  RATE_LIMIT: z
    .string()
    .regex(/^([1-9]\d{0,5}|off)$/, 'must be a whole number from 1 to 999999, or off')
    .transform((value) => (value === 'off' ? value : Number(value)))
    .default(10),
});

function findContradictions(env: NodeJS.ProcessEnv): string[] {
  const has = (name: string) => env[name] !== undefined;
  const needs = (name: string, others: string[]) =>
    has(name)
      ? others
          .filter((other) => !has(other))
          .map((other) => `${other} is missing: ${name} is set and needs it`)
      : [];
  const s3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const s3Names = [...s3, 'S3_REGION', 'S3_ENDPOINT'];
  const s3Set = Object.keys(env).filter((name) => name.startsWith('S3_'));
  return [
    ...new Set([
      ...(has('CRASH_AT') && env.NODE_ENV !== 'test' ? ['CRASH_AT is for tests alone'] : []),
      ...needs('ADMIN_PASSWORD', ['ADMIN_EMAIL']),
      ...weakPassword(env),
      ...(has('PAYMENTS') && has('RAZORPAY_KEY_ID')
        ? ['PAYMENTS is sandbox and RAZORPAY_KEY_ID is set: remove one of them']
        : []),
      ...needs('RAZORPAY_KEY_ID', ['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET']),
      ...['KEY_SECRET', 'WEBHOOK_SECRET', 'WEBHOOK_SECRET_PREVIOUS', 'API_URL', 'CHECKOUT_URL'].flatMap(
        (name) => needs(`RAZORPAY_${name}`, ['RAZORPAY_KEY_ID']),
      ),
      ...s3Set.filter((name) => !s3Names.includes(name)).map((name) => `${name} is not a setting of Haat`),
      ...(s3Set.length > 0 ? needs(s3Set[0] ?? '', s3) : []),
    ]),
  ];
}

/** A password that is too short is reported by its own rule. */
function weakPassword({ ADMIN_PASSWORD = '', ADMIN_EMAIL }: NodeJS.ProcessEnv): string[] {
  if (ADMIN_PASSWORD.length < passwordLimits.admin) return [];
  const problem = adminPasswordProblem(ADMIN_PASSWORD, ADMIN_EMAIL);
  return problem ? [`ADMIN_PASSWORD can't be used: ${problem}.`] : [];
}

function isOrigin(value: string) {
  const parsed = URL.parse(value);
  return !parsed || (parsed.origin === value.replace(/\/$/, '') && parsed.username === '');
}

function isLoopback(value: string) {
  const host = URL.parse(value)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Keeps secrets out of logs and error reports: printing the object shows a mask, reading a field works. */
function maskSecrets<T extends object>(values: T, names: (keyof T)[]): T {
  const masked = () => ({
    ...values,
    ...Object.fromEntries(names.filter((name) => values[name]).map((name) => [name, '(secret)'])),
  });
  return Object.defineProperties(values, {
    toJSON: { value: masked },
    [inspect.custom]: { value: masked },
  });
}
