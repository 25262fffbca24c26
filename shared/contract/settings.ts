import { z } from 'zod';
import { emailPattern } from '../contact/contact-rules.ts';
import { mobileField } from './accounts/contact-fields.ts';
import { line } from './text-fields.ts';

/** The environment variable that fixes these settings, so that they can't be entered; null if they can. */
const fixedBy = z.string().nullable();
/** A key or password that is entered. It is never in a reply. */
const secret = (what: string) =>
  z.string(`${what} is required`).trim().min(1, `${what} is required`).max(500, `${what} is too long`);

/** A key that another service has created, which is sent in headers. */
const key = (what: string) =>
  secret(what).regex(
    /^[!-~]+$/,
    `${what} has characters that are not part of it, such as spaces. Copy it again`,
  );

/** Reply of `GET /settings/payment`. */
export const paymentSettings = z.object({
  fixedBy,
  /** `sandbox`: the built-in test mode. `test` and `live`: Razorpay with keys of that kind. */
  mode: z.enum(['sandbox', 'test', 'live']),
  /** Empty in the built-in test mode. */
  keyId: z.string(),
  webhook: z.object({
    url: z.string(),
    events: z.array(z.string()),
    /** When the current secret was created here; null if it was set outside of the shop. */
    createdAt: z.iso.datetime().nullable(),
    /** Whether events with the previous secret are accepted too. */
    hasPrevious: z.boolean(),
    /** The newest event that was signed with the current secret. */
    lastEventAt: z.iso.datetime().nullable(),
  }),
});
export type PaymentSettings = z.infer<typeof paymentSettings>;

/** Body of `PUT /settings/payment`. */
export const razorpayKeys = z.object({
  keyId: secret('The key id').regex(
    /^rzp_(test|live)_\w+$/,
    'A key id begins with rzp_test_ or rzp_live_. Copy it from Razorpay under Account & Settings > API keys',
  ),
  keySecret: key('The key secret'),
  /** The admin knows that the keys belong to another account than the earlier orders. */
  isOtherAccount: z.boolean().default(false),
});
export type RazorpayKeys = z.infer<typeof razorpayKeys>;

/** A new webhook secret: the only time that it is shown. Null if the current one stays. */
export const withWebhookSecret = paymentSettings.extend({ webhookSecret: z.string().nullable() });
export type WithWebhookSecret = z.infer<typeof withWebhookSecret>;

const mailSecurity = z.enum(['tls', 'starttls', 'none'], 'Choose an encryption');

const mailServer = z.object({
  host: line('The mail server', 253).regex(
    /^[\w.:-]+$/,
    'Enter the name of the server, such as smtp.gmail.com',
  ),
  port: z
    .int('Enter a port such as 587')
    .min(1, 'Enter a port such as 587')
    .max(65_535, 'Enter a port such as 587'),
  security: mailSecurity,
  user: line('The user name', 320),
  senderName: line('The name of the sender', 100).regex(/^[^<>"\\]*$/, 'The name can’t contain < > " or \\'),
  senderAddress: line('The address of the sender', 254).regex(emailPattern, 'Enter a valid email address'),
});

/** Reply of `GET /settings/mail`. Without `server`, mails are written to files. */
export const mailSettings = z.object({
  fixedBy,
  /** From the environment, it may have an address that a form would reject, such as `shop@localhost`. */
  server: mailServer
    .extend({ host: z.string(), senderName: z.string(), senderAddress: z.string(), hasPassword: z.boolean() })
    .nullable(),
  /** The From header of mails. */
  from: z.string(),
  waiting: z.number(),
  failed: z.number(),
});
export type MailSettings = z.infer<typeof mailSettings>;

/** Body of `PUT /settings/mail`. An absent password stays; an empty user signs in nowhere. */
export const mailServerChange = mailServer.extend({ password: secret('The password').optional() });
export type MailServerChange = z.infer<typeof mailServerChange>;

/** Body of `POST /settings/mail/test`. */
export const mailTest = z.object({
  to: line('The address', 254).regex(emailPattern, 'Enter a valid email address'),
});
/** `reply`: what the mail server answered; null if the mail was written to a file. */
export const mailTestResult = z.object({ reply: z.string().nullable() });

/** What the domain of the sender says about mails of this server. */
export const mailRecord = z.object({
  kind: z.enum(['SPF', 'DKIM', 'DMARC']),
  state: z.enum(['ok', 'missing', 'wrong', 'unknown']),
  /** The record as found; empty without one. */
  found: z.string(),
  advice: z.string(),
});
export type MailRecord = z.infer<typeof mailRecord>;
export const mailRecords = z.object({ domain: z.string(), records: z.array(mailRecord) });

/** Reply of `GET /settings/texts`. `file`: texts are written to a file; `none`: none can be sent. */
export const textSettings = z.object({
  fixedBy,
  provider: z.enum(['msg91', 'twilio', 'file', 'none']),
  templateId: z.string(),
  sid: z.string(),
  from: z.string(),
});
export type TextSettings = z.infer<typeof textSettings>;

/** Body of `PUT /settings/texts`. An absent secret of the same provider stays. */
export const textChange = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('msg91'),
    authKey: key('The auth key').optional(),
    templateId: secret('The template ID'),
  }),
  z.object({
    provider: z.literal('twilio'),
    sid: secret('The account SID').regex(/^AC\w+$/, 'An account SID begins with AC'),
    token: key('The auth token').optional(),
    from: secret('The sender').regex(
      /^(\+\d{6,15}|MG\w+|[A-Za-z]{3,11})$/,
      'Enter a number such as +14155550100, a messaging service (MG…) or a header of letters',
    ),
  }),
]);
export type TextChange = z.infer<typeof textChange>;

/** Body of `POST /settings/texts/test`. */
export const textTest = z.object({ mobile: mobileField });

/** Whether a public address leads to this shop. */
export const addressCheck = z.object({
  state: z.enum(['ok', 'local', 'plain', 'other', 'unreachable']),
  text: z.string(),
});
export type AddressCheck = z.infer<typeof addressCheck>;

/** Reply of `GET /settings/domain`. */
export const domainSettings = z.object({
  fixedBy,
  publicUrl: z.string(),
  proxy: z.object({
    fixedBy,
    /** The addresses of trusted proxies. */
    trusted: z.array(z.string()),
    /** The proxy that forwarded this request without being trusted, if one did. */
    untrusted: z.string().nullable(),
  }),
});
export type DomainSettings = z.infer<typeof domainSettings>;

/** Body of `POST /settings/domain/check`: an origin without a path. */
export const addressInput = z.object({
  publicUrl: line('The address', 300)
    .overwrite((text) => (/^https?:\/\//i.test(text) || text === '' ? text : `https://${text}`))
    .overwrite((text) => URL.parse(text)?.origin ?? text)
    .refine((text) => /^https?:\/\/[^/]+$/.test(text), 'Enter an address such as https://shop.example.in'),
});
/** Body of `PUT /settings/domain`. */
export const domainChange = addressInput.extend({
  /** Saves an address that does not lead to the shop yet. */
  isUnchecked: z.boolean().default(false),
});

/** Reply of `GET /settings/files`. */
export const fileSettings = z.object({
  /** Where pictures and documents are stored: a bucket, or a folder of this machine. */
  store: z.enum(['bucket', 'folder']),
  where: z.string(),
  backups: z.object({
    fixedBy,
    region: z.string(),
    endpoint: z.string(),
    /** The access key, without its secret. */
    keyId: z.string(),
  }),
});
export type FileSettings = z.infer<typeof fileSettings>;

/** Body of `PUT /settings/files/backups`: the access to buckets with backups. An absent secret stays. */
export const bucketAccess = z.object({
  region: line('The region', 100),
  endpoint: z
    .string()
    .trim()
    .max(300)
    .refine(
      (text) =>
        text === '' || URL.parse(text)?.protocol === 'https:' || URL.parse(text)?.protocol === 'http:',
      'Enter an address such as https://s3.ap-south-1.amazonaws.com, or leave it empty for Amazon S3',
    ),
  keyId: key('The access key'),
  secretAccessKey: key('The secret key').optional(),
});
export type BucketAccess = z.infer<typeof bucketAccess>;

/** What a shop needs outside of its database, as `npm run doctor` and the set-up guide show it. */
export const shopCheck = z.object({
  key: z.enum(['payment', 'webhook', 'mail', 'texts', 'domain', 'files', 'backups']),
  level: z.enum(['ok', 'warning', 'error']),
  text: z.string(),
});
export type ShopCheck = z.infer<typeof shopCheck>;
