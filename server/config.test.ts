import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_live_abcdefghijklmn',
  RAZORPAY_KEY_SECRET: 'key-secret-of-the-shop',
  RAZORPAY_WEBHOOK_SECRET: 'hook-secret-of-the-shop',
};

describe('without any variable', () => {
  test('the shop listens locally and uses the embedded database and the sandbox', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      seed: 'demo',
      payments: { mode: 'sandbox' },
      logLevel: 'info',
      rateLimit: 10,
    });
    expect(config.dataDir).toBe(`${process.cwd()}/var`);
    expect([config.databaseUrl, config.smtpUrl, config.s3, config.adminEmail]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test('the public address follows the port', () => {
    expect(readConfig({ PORT: '4321' }).publicUrl).toBe('http://localhost:4321');
  });
});

test('a setting that was removed stops the start with a line that says what to do', () => {
  expect(() => readConfig({ DATABASE_READ_URL: 'postgres://replica/haat' })).toThrow(
    /^Haat does not start:\n {2}DATABASE_READ_URL is no setting of Haat any more: remove it\. /,
  );
});

describe('an invalid value stops the start with a line that names it', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', 'abc'],
    ['PORT', ''],
    ['HOST', ''],
    ['HOST', 'not a host'],
    ['PUBLIC_URL', 'shop.example.in'],
    ['PUBLIC_URL', 'ftp://shop.example.in'],
    ['PUBLIC_URL', 'https://shop.example.in/shop'],
    ['PUBLIC_URL', 'https://user:pass@shop.example.in'],
    ['ASSETS_URL', ''],
    ['ASSETS_URL', 'assets.example.in'],
    ['ASSETS_URL', 'http://assets.example.in'],
    ['ASSETS_URL', 'https://assets.example.in/shop'],
    ['ASSETS_URL', 'https://assets.example.in?v=1'],
    ['ASSETS_URL', 'https://user:pass@assets.example.in'],
    ['DATA_DIR', ' '],
    ['DATABASE_URL', 'mysql://localhost/haat'],
    ['DATABASE_URL', ''],
    ['SEED', 'Demo'],
    ['ADMIN_EMAIL', 'owner'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'password12345'],
    ['RAZORPAY_KEY_ID', 'key_123'],
    ['RAZORPAY_KEY_SECRET', ''],
    ['RAZORPAY_KEY_SECRET', ' padded '],
    ['RAZORPAY_WEBHOOK_SECRET', ''],
    ['RAZORPAY_API_URL', 'http://api.example.com'],
    ['RAZORPAY_API_URL', 'api.example.com'],
    ['RAZORPAY_CHECKOUT_URL', 'http://127.0.0.1.example.com/checkout.js'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Haat <a@b.in>\r\nBcc: c@d.in'],
    ['S3_ENDPOINT', 's3'],
    ['S3_SECRET_ACCESS_KEY', ''],
    ['S3_BUKET', 'pictures'],
    ['LOG_LEVEL', 'loud'],
    ['BACKUP_HOUR', '24'],
    ['WAL_ARCHIVE', 'https://shop/wal'],
    ['BACKUP_S3_ENDPOINT', 's3'],
    ['BACKUP_S3_SECRET_ACCESS_KEY', ' secret'],
    ['RATE_LIMIT', '0'],
    ['RATE_LIMIT', 'OFF'],
    ['RATE_LIMIT', '-1'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', 'all'],
  ])('%s=%j', (name, value) => {
    expect(() => readConfig({ ...KEYS, ADMIN_EMAIL: 'owner@example.in', [name]: value })).toThrow(
      new RegExp(`^ {2}${name} `, 'm'),
    );
  });

  test('WORKERS is a number, or auto for one for each core', () => {
    const workers = (WORKERS: string) => readConfig({ NODE_ENV: 'production', WORKERS }).workers;
    expect([workers('1'), workers('64'), workers('auto')]).toEqual([1, 64, availableParallelism()]);
    expect(readConfig({ WORKERS: '4' }).workers).toBe(1);
  });

  test('WAL_ARCHIVE is refused with DATABASE_URL', () => {
    expect(() => readConfig({ WAL_ARCHIVE: '/mnt/wal', DATABASE_URL: 'postgres://db/shop' })).toThrow(
      /WAL_ARCHIVE works only with the embedded PostgreSQL.*point-in-time restore of the provider/,
    );
  });

  test('all invalid values are reported together', () => {
    expect(() => readConfig({ PORT: 'x', SEED: 'y', RAZORPAY_KEY_SECRET: 'z' })).toThrow(
      [
        'Haat does not start:',
        '  PORT must be a whole number from 1 to 65535',
        '  SEED must be one of: demo, empty',
        '  RAZORPAY_KEY_ID is missing: RAZORPAY_KEY_SECRET is set and needs it',
      ].join('\n'),
    );
  });
});

describe('the payment provider', () => {
  test.each(Object.keys(KEYS))('is refused without %s (T-WHK-03)', (name) => {
    const rest = Object.fromEntries(Object.entries(KEYS).filter(([key]) => key !== name));
    expect(() => readConfig(rest)).toThrow(`${name} is missing`);
  });

  test('uses the public host, and knows real keys from test keys', () => {
    expect(readConfig(KEYS).payments).toMatchObject({
      mode: 'razorpay',
      test: false,
      apiUrl: 'https://api.razorpay.com',
      checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    });
    expect(readConfig({ ...KEYS, RAZORPAY_KEY_ID: 'rzp_test_abc' }).payments).toMatchObject({ test: true });
  });

  test.each([
    'http://127.0.0.1:9000/',
    'http://localhost:9000',
    'http://[::1]:9000',
    'https://proxy.example.in',
  ])('may be reached at %s', (address) => {
    const { payments } = readConfig({ ...KEYS, RAZORPAY_API_URL: address });
    expect(payments).toMatchObject({ apiUrl: address.replace(/\/$/, '') });
  });
});

test('the previous webhook secret is valid during a change and requires the current one', () => {
  const both = { ...KEYS, RAZORPAY_WEBHOOK_SECRET: 'new-one', RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'old-one' };
  expect(readConfig(both).payments).toMatchObject({ webhookSecrets: ['new-one', 'old-one'] });
  expect(() => readConfig({ RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'old-one' })).toThrow(
    'RAZORPAY_KEY_ID is missing',
  );
});

test('CRASH_AT is allowed in tests only', () => {
  expect(readConfig({ NODE_ENV: 'test', CRASH_AT: 'settled' }).crashAt).toBe('settled');
  for (const NODE_ENV of ['production', 'development', undefined]) {
    expect(() => readConfig({ NODE_ENV, CRASH_AT: 'settled' })).toThrow('CRASH_AT is for tests only');
  }
});

describe('secrets', () => {
  const env = {
    ...KEYS,
    DATABASE_URL: 'postgres://haat:database-secret@db.example.in/haat',
    SMTP_URL: 'smtps://haat:mail-secret@mail.example.in',
    ADMIN_EMAIL: 'owner@example.in',
    ADMIN_PASSWORD: 'owner-secret-long',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'access',
    S3_SECRET_ACCESS_KEY: 'bucket-secret',
  };

  test('can be read, but are not printed', () => {
    const config = readConfig(env);
    expect(config).toMatchObject({
      databaseUrl: env.DATABASE_URL,
      payments: { keySecret: 'key-secret-of-the-shop' },
    });
    for (const print of [JSON.stringify(config), inspect(config, { depth: 9 }), inspect(config.payments)]) {
      expect(print).toContain('(secret)');
      expect(print).not.toMatch(/-secret/);
    }
  });

  test('do not appear in error messages about them', () => {
    const wrong = { ...env, DATABASE_URL: 'pg://x:database-secret@y', RAZORPAY_KEY_SECRET: ' key-secret ' };
    expect(() => readConfig(wrong)).toThrow(
      expect.not.objectContaining({ message: expect.stringMatching(/-secret/) }),
    );
  });
});
