/** What the deletion of an account does with a column. */
type Erasure =
  /** The row is deleted. */
  | 'deleted'
  /** The owner of the table replaces the value. */
  | 'replaced'
  /** The person's e-mail addresses, mobile numbers and street addresses are replaced within the text. */
  | 'redacted'
  /** The value is kept, for this reason. */
  | { kept: string };

type PersonalColumn = { data: string; of: 'customer' | 'admin' | 'merchant'; erasure: Erasure };

type TableMap = {
  /** Columns without personal data, separated by spaces. */
  other: string;
  personal: Record<string, PersonalColumn>;
  /** The columns by which the rows of an account are found that its deletion deletes. */
  deletedBy?: { userId?: string; email?: string };
  /** Rows are deleted, or changed by `set`, so many days after the time in the column `after`. SQL. */
  retention?: { days: number; after: string; where?: string; set?: string };
};

const customer = (data: string, erasure: Erasure): PersonalColumn => ({ data, of: 'customer', erasure });
const adminName: PersonalColumn = {
  data: 'name of the admin who acted',
  of: 'admin',
  erasure: { kept: 'a record of who acted; admins can’t delete their accounts' },
};
const redacted = customer(
  'text by admins, or by the payment provider, that can name the customer',
  'redacted',
);
/** A table without personal data. */
const none = (other: string): TableMap => ({ other, personal: {} });

/** The same entry for several columns. */
const each = (columns: string, column: PersonalColumn): TableMap['personal'] =>
  Object.fromEntries(columns.split(' ').map((name) => [name, column]));

const taxLaw = 'tax law requires invoices and the records behind them (india §5.4)';
const paidOrder = { kept: `of paid orders only: ${taxLaw}` };
/** Records are kept for at least one year (india §5.4). */
const oneYear = 365;
/** Days for which a device or an address block is known after its last sign-in. */
export const knownSourceDays = 90;

/**
 * The personal data in each column of each table (docs/privacy.md). `personal-data.test.ts` compares it with the schema.
 * The erasure of a person and the deletion of old rows follow it (`personal-data-queries.ts`).
 */
export const personalData: Record<string, TableMap> = {
  account_tokens: {
    other: 'token_hash',
    personal: { email: customer('e-mail address of a mailed link', 'deleted') },
    deletedBy: { userId: 'user_id', email: 'email' },
    retention: { days: 30, after: 'expires_at' },
  },
  addresses: {
    other: 'country',
    personal: each('name address city state postal_code', customer('saved delivery address', 'deleted')),
    deletedBy: { userId: 'user_id' },
  },
  admin_log: {
    other: 'action subject by_label detail_salt detail_hash hash',
    personal: {
      detail: { ...redacted, erasure: 'replaced' },
      address: {
        data: 'network address of an admin',
        of: 'admin',
        erasure: { kept: 'a record of who acted; admins can’t delete their accounts' },
      },
    },
    retention: { days: oneYear, after: 'at', where: `action = 'admin.sign-in-failed'` },
  },
  admin_log_head: none('hash'),
  attention_items: { other: 'kind subject', personal: { detail: redacted } },
  brands: none('name slug description image'),
  categories: none('name slug description image'),
  contact_queries: {
    other: '',
    personal: each('name email subject message search_text', customer('contact query', 'deleted')),
    deletedBy: { email: 'email' },
    retention: { days: 3 * oneYear, after: 'created_at' },
  },
  contact_replies: {
    other: '',
    personal: { message: customer('reply to a contact query; deleted with the query', 'redacted') },
  },
  import_archives: none('file_name path pictures'),
  imported_pictures: none('address path'),
  invoice_counters: none('series year'),
  invoices: {
    other: 'series year code pdf_sha256',
    personal: {
      content: customer('name, e-mail address, mobile number and delivery address of the buyer', {
        kept: `${taxLaw}; an issued document is never changed`,
      }),
    },
  },
  ledger_entries: { other: '', personal: { reason: redacted, by_label: adminName } },
  mails: {
    other: 'kind dedupe_key',
    personal: {
      ...each(
        'to_address reply_to subject html plain',
        customer('mail to the customer, or about her', 'replaced'),
      ),
      error: customer('reply of the mail server, which can name the recipient', 'replaced'),
    },
    retention: { days: oneYear, after: 'created_at', where: `status <> 'waiting'` },
  },
  media_files: none('path kind'),
  order_events: { other: '', personal: { note: redacted, by_label: adminName } },
  order_items: none('name variant_label sku slug image hsn'),
  orders: {
    other:
      'currency access_key provider provider_order_id courier tracking_number idempotency_scope idempotency_key request_hash',
    personal: {
      name: customer('name of the buyer', paidOrder),
      shipping: customer('delivery address', paidOrder),
      email: customer('e-mail address; kept until the order is finished', 'replaced'),
      mobile: customer('mobile number; kept until the order is finished', 'replaced'),
      alt_mobile: customer('second mobile number; kept until the order is finished', 'replaced'),
      mailbox: customer('mailbox of the e-mail address; kept until the order is finished', 'replaced'),
      placed_from: customer('network address; kept until the order is finished', 'replaced'),
      address_block: customer('block of the network address; kept until the order is finished', 'replaced'),
    },
    // An order that was never paid is no record for the tax office.
    retention: {
      days: oneYear,
      after: 'created_at',
      where: `status in ('failed', 'cancelled') and (email <> '' or mobile <> '' or placed_from <> '')
        and not exists (select from ledger_entries where order_id = orders.id)`,
      set: `email = '', mailbox = '', mobile = '', alt_mobile = '', placed_from = '', address_block = '',
        name = 'Name removed', shipping = null`,
    },
  },
  passkey_challenges: {
    ...none('challenge'),
    deletedBy: { userId: 'user_id' },
    retention: { days: 0, after: 'expires_at' },
  },
  passkeys: {
    other: 'id transports',
    personal: each('name public_key', { data: 'passkey of an admin', of: 'admin', erasure: 'deleted' }),
    deletedBy: { userId: 'user_id' },
  },
  payments: {
    other: 'provider_payment_id method currency',
    personal: { note: redacted, error_reason: redacted },
  },
  policies: none('type title content sections html words'),
  policy_reports: { ...none('directive blocked page'), retention: { days: 30, after: 'last_at' } },
  product_batch_undo: none('before'),
  product_batches: none('action detail failures'),
  product_images: none('path'),
  product_imports: none('file_name items failures notes file_hash missing retry'),
  product_types: none('name slug description image'),
  products: none('name slug description hsn options search_text rich_description description_html'),
  proof_attempts: none('method'),
  recovery_codes: {
    other: '',
    personal: { code_hash: { data: 'hash of a recovery code of an admin', of: 'admin', erasure: 'deleted' } },
    deletedBy: { userId: 'user_id' },
  },
  refund_approvals: { other: 'lines prefix request_hash', personal: { reason: redacted } },
  refunds: {
    other: 'idempotency_key provider_refund_id request_hash',
    personal: { reason: redacted, error: redacted },
  },
  removed_test_orders: none('provider_order_id'),
  roles: none('id name permissions'),
  schema_migrations: none('name checksum'),
  sessions: {
    other: 'token_hash',
    personal: {
      user_agent: customer('browser', 'deleted'),
      device_hash: customer('hash of the device', 'deleted'),
      address_block: customer('network address block', 'deleted'),
    },
    deletedBy: { userId: 'user_id' },
    retention: { days: 0, after: 'expires_at' },
  },
  sign_in_sources: {
    other: '',
    personal: { source_hash: customer('hash of a device or a network address block', 'deleted') },
    deletedBy: { userId: 'user_id' },
    retention: { days: knownSourceDays, after: 'last_used_at' },
  },
  site_info: {
    other: 'settings demo',
    personal: {
      content: {
        data: 'published contact details of the shop and its grievance officer',
        of: 'merchant',
        erasure: { kept: 'the law requires that a shop publishes them' },
      },
    },
  },
  skipped_numbers: none('series year reason'),
  stock_movements: { other: '', personal: { reason: redacted, by_label: adminName } },
  subcategories: none('name slug description image'),
  totp_secrets: {
    other: '',
    personal: { secret: { data: 'encrypted secret of an admin’s app', of: 'admin', erasure: 'deleted' } },
    deletedBy: { userId: 'user_id' },
  },
  users: {
    other: 'role_id',
    personal: {
      name: customer('name', 'replaced'),
      email: customer('e-mail address', 'replaced'),
      pending_email: customer('e-mail address that is not confirmed yet', 'replaced'),
      mobile: customer('mobile number', 'replaced'),
      alt_mobile: customer('second mobile number', 'replaced'),
      password_hash: customer('hash of the password', 'replaced'),
    },
  },
  variants: none('sku option_values image'),
  webhook_events: {
    other: 'event_id event provider_order_id',
    personal: {
      body: customer('message of the payment provider with e-mail address and mobile number', 'redacted'),
      error: redacted,
    },
    retention: { days: oneYear, after: 'received_at', where: 'handled_at is not null' },
  },
  'sandbox.keys': none('key_id key_secret webhook_secret'),
  'sandbox.orders': { other: 'id currency receipt status capture', personal: { notes: redacted } },
  'sandbox.payments': {
    other: 'id order_id currency status method answer',
    personal: { notes: redacted, detail: redacted },
  },
  'sandbox.refunds': {
    other: 'id payment_id status speed receipt idempotency_key request_hash',
    personal: { notes: redacted },
  },
  'sandbox.webhooks': {
    other: 'id event signature',
    personal: { body: redacted },
    retention: { days: oneYear, after: 'created_at' },
  },
};
