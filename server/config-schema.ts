import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { adminPasswordProblem, passwordLimits } from '../shared/password-rules.ts';
import { splitAddress } from './db/primary.ts';

const text = (hint: string) => z.string().refine((value) => value.trim() !== '', `is set but empty: ${hint}`);
const secret = text('give the secret, or remove the variable').refine(
  (value) => value === value.trim(),
  'has spaces around it',
);
const secretsKey = z
  .string()
  .regex(/^[\da-f]{64}$/i, 'must be 64 hexadecimal digits, as `openssl rand -hex 32` prints them');
const url = (protocols: string[], example: string) =>
  text(`give ${example}, or remove the variable`).refine(
    (value) => protocols.includes(URL.parse(value)?.protocol ?? ''),
    `must be an address like ${example}`,
  );
const oneDatabase = url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name');
/** The address of one PostgreSQL, or of a primary and its standbys: `postgres://user:password@one:5432,two:5432/name`. */
const database = text('give postgres://user:password@host:5432/name, or remove the variable').superRefine(
  (value, context) => {
    const [problem] = splitAddress(value).flatMap((item) => oneDatabase.safeParse(item).error?.issues ?? []);
    if (problem) context.addIssue({ code: 'custom', message: problem.message });
    else if (
      !/^(|read-write|primary)$/.test(
        URL.parse(splitAddress(value)[0] ?? '')?.searchParams.get('target_session_attrs') ?? '',
      )
    )
      context.addIssue({ code: 'custom', message: 'can have target_session_attrs=read-write only' });
  },
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
const hostName = z.string().regex(/^[\w.:-]+$/, 'must be an address or a host name like 127.0.0.1');
/** An address whose content must not be read or changed in transit; only a test server on this machine may use HTTP. */
const encryptedUrl = (example: string) =>
  url(['https:', 'http:'], example).refine(
    (value) => URL.parse(value)?.protocol !== 'http:' || isLoopback(value),
    'must begin with https:// (http:// is allowed for this machine only)',
  );
const providerUrl = encryptedUrl('https://…').transform((value) => value.replace(/\/+$/, ''));

/** The rules for each setting. */
export const settingsSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(1, 65535).default(3000),
  HOST: hostName.default('127.0.0.1'),
  METRICS_PORT: wholeNumber(1, 65535).optional(),
  METRICS_HOST: hostName.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], 'http://127.0.0.1:4318').optional(),
  PUBLIC_URL: url(['http:', 'https:'], 'https://shop.example.in')
    .refine(isOrigin, 'must be the bare address, like https://shop.example.in, without a path')
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
  ASSETS_URL: encryptedUrl('https://assets.example.in')
    .refine(isOrigin, 'must be the bare address, like https://assets.example.in, without a path')
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
  DATA_DIR: text('give a folder, or remove the variable').default('./var'),
  DATABASE_URL: database.optional(),
  DIRECT_DATABASE_URL: database.optional(),
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
  SHIPROCKET_API_URL: providerUrl.default('https://apiv2.shiprocket.in'),
  DELHIVERY_API_URL: providerUrl.default('https://track.delhivery.com'),
  PUSH_SERVICE_URL: providerUrl.optional(),
  SECRETS_KEY: secretsKey.optional(),
  SECRETS_KEY_PREVIOUS: secretsKey.optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be like Name <shop@example.in>')
    .optional(),
  TEXT_PROVIDER: oneOf('msg91', 'twilio').optional(),
  TEXT_API_URL: providerUrl.optional(),
  MSG91_AUTH_KEY: secret.optional(),
  MSG91_TEMPLATE_ID: text('give the id of the template, or remove the variable').optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC\w+$/, 'must look like AC…')
    .optional(),
  TWILIO_AUTH_TOKEN: secret.optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+\d{6,15}|MG\w+|[A-Za-z]{3,11})$/, 'must be a number like +14155550100, MG…, or a header')
    .optional(),
  S3_BUCKET: text('give the bucket, or remove the variable').optional(),
  S3_REGION: text('give the region, or remove the variable').optional(),
  S3_ENDPOINT: url(['https:', 'http:'], 'https://s3.example.in').optional(),
  S3_ACCESS_KEY_ID: secret.optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  CRASH_AT: z.string().optional(),
  UNEXPECTED_ENDS: wholeNumber(0, 999_999_999).default(0),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  TRUST_PROXY: z
    .string()
    .regex(/^[\da-fA-F.:/]+(\s*,\s*[\da-fA-F.:/]+)*$/, 'must be addresses like 127.0.0.1, 10.0.0.0/8')
    .transform((value) => value.split(',').map((address) => address.trim()))
    .default([]),
  CDN: oneOf('cloudflare', 'fastly', 'log').optional(),
  CDN_TOKEN: secret.optional(),
  CDN_ZONE: z
    .string()
    .regex(/^\w+$/, 'must be the id of the zone (Cloudflare) or service (Fastly)')
    .optional(),
  CDN_API_URL: providerUrl.optional(),
  BACKUP_HOUR: z
    .string()
    .regex(/^(1?\d|2[0-3]|off)$/, 'must be a whole number from 0 to 23, or off')
    .transform((value) => (value === 'off' ? ('off' as const) : Number(value)))
    .optional(),
  WAL_ARCHIVE: z
    .string()
    .regex(
      /^(\/|s3:\/\/)[^/\0\n]/,
      'must be a folder that begins with /, such as /mnt/backups/wal, or s3://bucket/prefix',
    )
    .optional(),
  BACKUP_S3_REGION: text('give the region, or remove the variable').optional(),
  BACKUP_S3_ENDPOINT: url(['https:', 'http:'], 'https://s3.example.in').optional(),
  BACKUP_S3_ACCESS_KEY_ID: secret.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: secret.optional(),
  WORKERS: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4]|auto)$/, 'must be a whole number from 1 to 64, or auto')
    .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)))
    .default(1),
  RATE_LIMIT: z
    .string()
    .regex(/^([1-9]\d{0,5}|off)$/, 'must be a whole number from 1 to 999999, or off')
    .transform((value): number | 'off' => (value === 'off' ? value : Number(value)))
    .default(10),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Checks the rules that concern several settings. Returns a line for each violation, which begins with a setting. */
export function findContradictions(env: NodeJS.ProcessEnv): string[] {
  const has = (name: string) => env[name] !== undefined;
  const needs = (name: string, others: string[]) =>
    has(name)
      ? others.filter((item) => !has(item)).map((item) => `${item} is missing: ${name} is set and needs it`)
      : [];
  const s3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const s3Names = [...s3, 'S3_REGION', 'S3_ENDPOINT'];
  const msg91 = ['MSG91_AUTH_KEY', 'MSG91_TEMPLATE_ID'];
  const twilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'];
  const s3Set = Object.keys(env).filter((name) => name.startsWith('S3_'));
  const [oneOfS3] = s3Set.filter((name) => s3Names.includes(name));
  return [
    ...new Set([
      ...(has('CRASH_AT') && env.NODE_ENV !== 'test' ? ['CRASH_AT is for tests only'] : []),
      ...needs('METRICS_HOST', ['METRICS_PORT']),
      ...(env.CDN === 'cloudflare' || env.CDN === 'fastly' ? needs('CDN', ['CDN_TOKEN', 'CDN_ZONE']) : []),
      ...['TOKEN', 'ZONE', 'API_URL'].flatMap((name) => needs(`CDN_${name}`, ['CDN'])),
      ...needs('SECRETS_KEY_PREVIOUS', ['SECRETS_KEY']),
      ...(env.TEXT_PROVIDER === 'msg91' ? needs('TEXT_PROVIDER', msg91) : []),
      ...(env.TEXT_PROVIDER === 'twilio' ? needs('TEXT_PROVIDER', twilio) : []),
      ...[...msg91, ...twilio].flatMap((name) => needs(name, ['TEXT_PROVIDER'])),
      ...needs('DIRECT_DATABASE_URL', ['DATABASE_URL']),
      ...(has('DATABASE_READ_URL')
        ? ['DATABASE_READ_URL is no setting of Haat any more: remove it. The shop reads DATABASE_URL']
        : []),
      ...needs('ADMIN_PASSWORD', ['ADMIN_EMAIL']),
      ...weakPassword(env),
      ...(has('PAYMENTS') && has('RAZORPAY_KEY_ID')
        ? ['PAYMENTS is sandbox and RAZORPAY_KEY_ID is set: remove one of them']
        : []),
      ...needs('RAZORPAY_KEY_ID', ['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET']),
      ...['KEY_SECRET', 'WEBHOOK_SECRET', 'WEBHOOK_SECRET_PREVIOUS'].flatMap((name) =>
        needs(`RAZORPAY_${name}`, ['RAZORPAY_KEY_ID']),
      ),
      ...s3Set.filter((name) => !s3Names.includes(name)).map((name) => `${name} is not a setting of Haat`),
      ...(has('WAL_ARCHIVE') && has('DATABASE_URL')
        ? [
            'WAL_ARCHIVE works only with the embedded PostgreSQL: with DATABASE_URL, use the point-in-time restore of the provider of that database',
          ]
        : []),
      ...needs('BACKUP_S3_ACCESS_KEY_ID', ['BACKUP_S3_SECRET_ACCESS_KEY']),
      ...['SECRET_ACCESS_KEY', 'REGION', 'ENDPOINT'].flatMap((name) =>
        needs(`BACKUP_S3_${name}`, ['BACKUP_S3_ACCESS_KEY_ID']),
      ),
      ...(oneOfS3 ? needs(oneOfS3, s3) : []),
    ]),
  ];
}

/** The schema reports a password that is too short. */
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
