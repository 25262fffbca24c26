import path from 'node:path';
import { inspect } from 'node:util';
import { findContradictions, type Settings, settingsSchema } from './config-schema.ts';
import { createStartError } from './runtime/start-errors.ts';

export type Config = ReturnType<typeof assemble>;

/** An invalid setting, and the line that reports it. */
type SettingProblem = { setting: string; line: string };
export type CheckedConfig = { config: Config; problems: SettingProblem[] };

/**
 * Reads the settings from the environment (contract §6). Throws a StartError that names every invalid setting but
 * contains no secrets.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { config, problems } = checkConfig(env);
  if (problems.length > 0) throw createStartError(problems.map(({ line }) => line));
  return config;
}

/** Reads the settings like readConfig, but returns the problems: invalid settings have their default in `config`. */
export function checkConfig(env: NodeJS.ProcessEnv = process.env): CheckedConfig {
  const parsed = settingsSchema.safeParse(env);
  const invalid = (parsed.error?.issues ?? []).map((issue) => ({
    setting: issue.path.join('.'),
    line: `${issue.path.join('.')} ${issue.message}`,
  }));
  const names = new Set(invalid.map(({ setting }) => setting));
  const valid = Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
  const combined = findContradictions(env).map((line) => ({ setting: line.split(' ', 1).join(), line }));
  return { config: assemble(settingsSchema.parse(valid), known(valid)), problems: [...invalid, ...combined] };
}

const known = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => Object.hasOwn(settingsSchema.shape, name)));

/**
 * The settings that an admin can enter in the back office, by what they are for. If one of a group is in the environment,
 * the whole group is fixed there.
 */
export const storedGroups = {
  payment: [
    'PAYMENTS',
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
    'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
  ],
  mail: ['SMTP_URL', 'MAIL_FROM'],
  texts: [
    'TEXT_PROVIDER',
    'MSG91_AUTH_KEY',
    'MSG91_TEMPLATE_ID',
    'TWILIO_ACCOUNT_SID',
    'TWILIO_AUTH_TOKEN',
    'TWILIO_FROM',
  ],
  address: ['PUBLIC_URL'],
  proxy: ['TRUST_PROXY'],
  backups: [
    'BACKUP_S3_REGION',
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ],
} satisfies Record<string, (keyof Settings)[]>;
export type StoredGroup = keyof typeof storedGroups;

/** Settings by the names of their environment variables. */
export type StoredValues = Partial<Record<string, string>>;

/** The environment variable that fixes a group of settings, so that they can't be entered; undefined if they can. */
export const fixedBy = (
  { environment }: Pick<Config, 'environment'>,
  group: StoredGroup,
): string | undefined => storedGroups[group].find((name) => environment[name] !== undefined);

/** The names of the settings that can be entered, because the environment does not fix their group. */
export const namesOfFree = (config: Pick<Config, 'environment'>): string[] =>
  (Object.keys(storedGroups) as StoredGroup[])
    .filter((group) => !fixedBy(config, group))
    .flatMap((group): string[] => storedGroups[group]);

/**
 * Replaces the entered settings in a configuration by `stored`, which has settings of groups that are not fixed only.
 * Returns the problem of the first invalid one, without a change.
 */
export function applyStored(config: Config, stored: StoredValues): string | undefined {
  const { config: next, problems } = checkConfig({ ...config.environment, ...stored });
  if (problems[0]) return problems[0].line;
  const { payments, smtpUrl, mailFrom, texts, publicUrl, trustProxy, backupS3 } = next;
  Object.assign(config, { payments, smtpUrl, mailFrom, texts, publicUrl, trustProxy, backupS3 });
  return undefined;
}

/** The address of the PostgreSQL of `DATABASE_URL` itself, for what a connection pooler can't do. */
export const directUrl = ({
  databaseUrl,
  directDatabaseUrl,
}: Pick<Config, 'databaseUrl' | 'directDatabaseUrl'>) => directDatabaseUrl ?? databaseUrl;

/** What the primary process tells a worker process; `says`: whether it prints what it prepares. */
export const readWorkerPlace = (
  { WORKER_DATABASE_URL: databaseUrl = '', WORKER_INDEX, WORKER_SAYS }: NodeJS.ProcessEnv = process.env,
) => ({
  databaseUrl,
  index: Number(WORKER_INDEX),
  says: WORKER_SAYS === '1',
});

function assemble(values: Settings, environment: NodeJS.ProcessEnv) {
  const config = {
    /** The valid settings that were given to this process. */
    environment,
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    /** The public address of the shop, without a trailing slash. */
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    /** The origin from which browsers get assets and pictures; empty: the shop. In development always the shop. */
    assetsUrl: (values.NODE_ENV === 'production' && values.ASSETS_URL) || '',
    /** Where figures are served to monitoring; undefined: nowhere. */
    metrics: values.METRICS_PORT ? { port: values.METRICS_PORT, host: values.METRICS_HOST } : undefined,
    /** Whether traces and metrics are sent to OTEL_EXPORTER_OTLP_ENDPOINT. */
    isTraced: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    /** The address of the shop on this machine. */
    localUrl: `http://${reachable(values.HOST)}:${values.PORT}`,
    /** Absolute. */
    dataDir: path.resolve(values.DATA_DIR),
    /** Unset: the embedded PostgreSQL under `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** PostgreSQL itself, if `databaseUrl` is the address of a connection pooler. */
    directDatabaseUrl: values.DIRECT_DATABASE_URL,
    seed: values.SEED,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    payments: paymentConfig(values),
    /** The address of the API of Razorpay, without version and trailing slash: `https://api.razorpay.com`. */
    razorpayApiUrl: values.RAZORPAY_API_URL,
    /** The addresses of the APIs of couriers, without paths. */
    courierUrls: { shiprocket: values.SHIPROCKET_API_URL, delhivery: values.DELHIVERY_API_URL },
    /** The origin of another push service besides those of browsers. */
    pushServiceUrl: values.PUSH_SERVICE_URL,
    /** Keys that encrypt secrets in the database: the current one first. Empty: the key is among the files. */
    secretsKeys: [values.SECRETS_KEY, values.SECRETS_KEY_PREVIOUS].flatMap((key) =>
      key ? [Buffer.from(key, 'hex')] : [],
    ),
    /** Unset: mails are written to files under `dataDir`. */
    smtpUrl: values.SMTP_URL,
    /** Unset: the name of the shop, with an address at the host of `publicUrl`. */
    mailFrom: values.MAIL_FROM,
    /** Undefined: no texts can be sent. */
    texts: textConfig(values),
    /** Unset: files are stored under `dataDir`. */
    s3: s3Config(values),
    /** The shared cache in front of the shop; unset: none. */
    cdn: cdnConfig(values),
    logLevel: values.LOG_LEVEL,
    /** Requests per minute to the limited calls, per address and per account. */
    rateLimit: values.RATE_LIMIT,
    /** The hour of the nightly backup, in Indian time; unset: that of the settings. */
    backupHour: values.BACKUP_HOUR,
    ...walConfig(values),
    /** Access to buckets with backups. */
    backupS3: backupS3Config(values),
    /** How many processes serve requests. In development always one, which reloads on change. */
    workers: values.NODE_ENV === 'production' ? values.WORKERS : 1,
    /** For tests only: the step at which the process kills itself (crash-point.ts). */
    crashAt: values.CRASH_AT,
    /** How often the server ended unexpectedly in the hour before this start, as scripts/start.mjs counts. */
    unexpectedEnds: values.UNEXPECTED_ENDS,
    /** Addresses of trusted proxies, whose X-Forwarded-For header is used; none by default. */
    trustProxy: values.TRUST_PROXY,
  };
  return maskSecrets(config, [
    'environment',
    'databaseUrl',
    'directDatabaseUrl',
    'adminPassword',
    'smtpUrl',
    'secretsKeys',
  ]);
}

/** An address under which a server that listens on `host` can be reached from this machine. */
const reachable = (host: string) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;

function paymentConfig(values: Settings) {
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = values;
  if (!RAZORPAY_KEY_ID || !RAZORPAY_KEY_SECRET || !RAZORPAY_WEBHOOK_SECRET)
    // `isExplicit`: PAYMENTS=sandbox is set, so that a shop with real orders may use the sandbox too.
    return { mode: 'sandbox' as const, isExplicit: values.PAYMENTS === 'sandbox' };
  return maskSecrets(
    {
      mode: 'razorpay' as const,
      keyId: RAZORPAY_KEY_ID,
      keySecret: RAZORPAY_KEY_SECRET,
      /** The current one, and the previous one while it is being replaced. */
      webhookSecrets: [RAZORPAY_WEBHOOK_SECRET, values.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
        (secret) => secret !== undefined,
      ),
      /** Without version and trailing slash: `https://api.razorpay.com`. */
      apiUrl: values.RAZORPAY_API_URL,
      checkoutUrl: values.RAZORPAY_CHECKOUT_URL,
      /** True for `rzp_test_` keys, with which no real payments are taken. */
      test: RAZORPAY_KEY_ID.startsWith('rzp_test_'),
    },
    ['keySecret', 'webhookSecrets'],
  );
}

function cdnConfig({ CDN, CDN_TOKEN = '', CDN_ZONE = '', CDN_API_URL }: Settings) {
  if (!CDN) return undefined;
  const apiUrl = { cloudflare: 'https://api.cloudflare.com', fastly: 'https://api.fastly.com', log: '' }[CDN];
  return maskSecrets({ kind: CDN, token: CDN_TOKEN, zone: CDN_ZONE, apiUrl: CDN_API_URL ?? apiUrl }, [
    'token',
  ]);
}

/** A shop that sends real mails but has no provider of texts sends none; one without both writes both to files. */
function textConfig(values: Settings) {
  const { TEXT_PROVIDER, TEXT_API_URL: apiUrl, SMTP_URL } = values;
  if (TEXT_PROVIDER === 'msg91') {
    const { MSG91_AUTH_KEY: authKey = '', MSG91_TEMPLATE_ID: templateId = '' } = values;
    const url = apiUrl ?? 'https://control.msg91.com';
    return maskSecrets({ kind: 'msg91' as const, apiUrl: url, authKey, templateId }, ['authKey']);
  }
  if (TEXT_PROVIDER === 'twilio') {
    const { TWILIO_ACCOUNT_SID: sid = '', TWILIO_AUTH_TOKEN: token = '', TWILIO_FROM: from = '' } = values;
    const url = apiUrl ?? 'https://api.twilio.com';
    return maskSecrets({ kind: 'twilio' as const, apiUrl: url, sid, token, from }, ['token']);
  }
  return SMTP_URL ? undefined : { kind: 'file' as const };
}

function walConfig({ WAL_ARCHIVE, DATA_DIR }: Settings) {
  const isBucket = WAL_ARCHIVE?.startsWith('s3://');
  return {
    /**
     * The folder of the archive, which the user of PostgreSQL must reach; unset: WAL of the embedded PostgreSQL is not
     * archived.
     */
    walArchive: isBucket
      ? path.resolve(DATA_DIR, 'postgres', 'wal-archive')
      : WAL_ARCHIVE && path.resolve(WAL_ARCHIVE),
    /** The bucket that gets a copy of the archive. */
    walBucket: isBucket ? WAL_ARCHIVE : undefined,
  };
}

function s3Config(values: Settings) {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  const s3 = {
    bucket: S3_BUCKET,
    region: values.S3_REGION ?? 'us-east-1',
    endpoint: values.S3_ENDPOINT,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
  return maskSecrets(s3, ['secretAccessKey']);
}

function backupS3Config(values: Settings) {
  const { BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY } = values;
  if (!BACKUP_S3_ACCESS_KEY_ID || !BACKUP_S3_SECRET_ACCESS_KEY) return s3Config(values);
  const access = {
    region: values.BACKUP_S3_REGION ?? 'us-east-1',
    endpoint: values.BACKUP_S3_ENDPOINT,
    accessKeyId: BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: BACKUP_S3_SECRET_ACCESS_KEY,
  };
  return maskSecrets(access, ['secretAccessKey']);
}

/** Keeps secrets out of logs and error reports: they are masked when the object is printed. */
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
