import {
  actedBefore,
  adminName,
  columnsAs,
  customer,
  hash,
  none,
  ofAdmin,
  ordersOf,
  redacted,
  type TableMap,
} from './personal-columns.ts';
import { catalogueData } from './personal-data-of-catalogue.ts';
import { courierData } from './personal-data-of-couriers.ts';
import { customerData } from './personal-data-of-customers.ts';
import { giftCardData } from './personal-data-of-gift-cards.ts';
import { movingData } from './personal-data-of-moving.ts';
import { reviewData } from './personal-data-of-reviews.ts';
import { providerOrdersOf, sandboxPersonalData } from './personal-data-of-sandbox.ts';
import { signInData } from './personal-data-of-sign-in.ts';

const taxLaw = 'tax law requires invoices and the records behind them (india §5.4)';
const paidOrder = { kept: `of paid orders only: ${taxLaw}` };
/** Records are kept for at least one year (india §5.4). */
const oneYear = 365;

/**
 * The personal data in each column of each table (docs/privacy.md). `personal-data.test.ts` compares it with the schema.
 * The erasure of a person and the deletion of old rows follow it (`personal-data-queries.ts`).
 */
export const personalData: Record<string, TableMap> = {
  addresses: {
    other: 'country',
    personal: columnsAs(
      'name address city state postal_code',
      customer('saved delivery address', 'deleted', 'addresses'),
    ),
    rowsOf: 'user_id = {id}',
    deletesRows: true,
  },
  admin_log: {
    other: 'action subject by_label detail_salt detail_hash hash',
    personal: {
      detail: { ...redacted, erasure: 'replaced' },
      address: ofAdmin('network address of an admin', actedBefore),
    },
    // The filter of an export can name any person.
    rowsOf: `subject = {id}::text or subject in (select id::text from (${ordersOf}) of_person)
      or action in ('order.export', 'customer.export')`,
    retention: { days: oneYear, after: 'at', where: `action = 'admin.sign-in-failed'` },
  },
  admin_log_head: none('hash'),
  attention_items: {
    other: 'kind subject',
    personal: { detail: redacted },
    rowsOf: `order_id in (${ordersOf})`,
  },
  backup_progress: none('step error'),
  backup_settings: none('target'),
  bought_together: none(''),
  contact_queries: {
    other: '',
    personal: {
      ...columnsAs('name email subject message', customer('contact query', 'deleted', 'records')),
      search_text: customer('contact query', 'deleted', { omitted: 'the same text for the search' }),
    },
    rowsOf: 'email = {email} and created_at >= {since}',
    deletesRows: true,
    retention: { days: 3 * oneYear, after: 'created_at' },
  },
  contact_replies: {
    other: '',
    personal: {
      message: customer('reply to a contact query; deleted with the query', 'redacted', 'records'),
    },
    rowsOf: 'query_id in (select id from contact_queries where email = {email} and created_at >= {since})',
  },
  design_versions: none('key name document'),
  designs: none('key kind address draft published'),
  draft_links: none('token'),
  discount_code_batches: none('prefix'),
  discount_codes: none('code'),
  discounts: none('title code customer_tags'),
  invoice_counters: none('series year'),
  invoices: {
    other: 'series year code pdf_sha256',
    personal: {
      content: customer(
        'name, e-mail address, mobile number and delivery address of the buyer',
        { kept: `${taxLaw}; an issued document is never changed` },
        { omitted: 'the same data as in the order; the PDF is on the page of the order' },
      ),
    },
  },
  ledger_entries: {
    other: '',
    personal: { reason: redacted, by_label: adminName },
    rowsOf: `order_id in (${ordersOf})`,
  },
  mails: {
    other: 'kind dedupe_key unsubscribe_url',
    personal: {
      ...columnsAs(
        'to_address subject',
        customer('mail to the customer, or about them', 'replaced', 'records'),
      ),
      ...columnsAs(
        'reply_to html plain',
        customer('mail to the customer, or about them', 'replaced', {
          omitted: 'they have received it; it can contain one-time links',
        }),
      ),
      error: customer('reply of the mail server, which can name the recipient', 'replaced', {
        omitted: 'a technical message without further data',
      }),
    },
    rowsOf: 'to_address = {email} and created_at >= {since}',
    retention: { days: oneYear, after: 'created_at', where: `status <> 'waiting'` },
  },
  manual_orders: none(''),
  media_files: none('path kind'),
  order_batch_skips: none('message'),
  order_batches: none('action detail'),
  order_edits: none('idempotency_key request_hash'),
  order_events: {
    other: '',
    personal: { note: redacted, by_label: adminName },
    rowsOf: `order_id in (${ordersOf})`,
  },
  order_discounts: none('title code'),
  order_item_discounts: none(''),
  order_items: {
    other: 'name variant_label sku slug image hsn',
    personal: {
      recipient: customer(
        'who gets a gift card that is not paid yet: name, e-mail address, message; a trigger empties it with the order',
        'replaced',
        { omitted: 'data of another person; once it is paid, the gift card has it' },
      ),
    },
    rowsOf: `recipient ->> 'email' = {email}`,
    replaces: `recipient = '{}'`,
  },
  order_tags: {
    other: '',
    personal: { tag: customer('label by an admin that can name the customer', 'deleted', redacted.download) },
    rowsOf: `order_id in (${ordersOf})`,
    deletesRows: true,
  },
  order_addressees: {
    other: '',
    personal: { addressee: customer('hash of the name and the delivery address', paidOrder, hash) },
  },
  order_views: {
    other: '',
    personal: columnsAs('name query', redacted),
    rowsOf: 'true',
  },
  orders: {
    other:
      'currency access_key provider provider_order_id courier tracking_number idempotency_scope idempotency_key request_hash delivery cod_token_hash whatsapp_consent pickup',
    personal: {
      name: customer('name of the buyer', paidOrder, 'orders'),
      shipping: customer('delivery address', paidOrder, 'orders'),
      email: customer('e-mail address; kept until the order is finished', 'replaced', 'orders'),
      mobile: customer('mobile number; kept until the order is finished', 'replaced', 'orders'),
      alt_mobile: customer('second mobile number; kept until the order is finished', 'replaced', 'orders'),
      ...columnsAs(
        'buyer_note gift_message',
        customer('texts by the buyer; kept until the order is finished', 'replaced', 'orders'),
      ),
      ...columnsAs('business_name gstin', customer('business that buys', paidOrder, 'orders')),
      mailbox: customer('mailbox of the e-mail address; kept until the order is finished', 'replaced', {
        omitted: 'derived from the e-mail address',
      }),
      placed_from: customer('network address; kept until the order is finished', 'replaced', 'orders'),
      address_block: customer('block of the network address; kept until the order is finished', 'replaced', {
        omitted: 'derived from the network address',
      }),
    },
    rowsOf: 'user_id = {id}',
    // An order that was never paid is no record for the tax office.
    retention: {
      days: oneYear,
      after: 'created_at',
      where: `status in ('failed', 'cancelled') and (email <> '' or mobile <> '' or placed_from <> '')
        and not exists (select from payments where order_id = orders.id and payments.status = 'captured')`,
      set: `email = '', mailbox = '', mobile = '', alt_mobile = '', placed_from = '', address_block = '',
        buyer_note = '', gift_message = '', business_name = '', gstin = '', is_sez = false, whatsapp_consent = null, whatsapp_consent_at = null,
        name = 'Name removed', shipping = null`,
    },
  },
  missed_searches: { ...none('query'), retention: { days: 90, after: 'last_at' } },
  payment_links: none('provider_link_id url'),
  payment_requests: none('provider_link_id url provider_order_id'),
  pin_codes: none('pin city state'),
  payments: {
    other: 'provider_payment_id method currency',
    personal: { note: redacted, error_reason: redacted },
    rowsOf: `order_id in (${ordersOf})`,
  },
  opening_sign_ups: {
    other: '',
    personal: {
      ...columnsAs('email mailbox', customer('request for a mail when the shop opens', 'deleted', 'records')),
      consent: customer('words that were agreed to', 'deleted', 'records'),
    },
    rowsOf: 'email = {email} and created_at >= {since}',
    deletesRows: true,
    retention: { days: oneYear, after: 'created_at' },
  },
  policies: none('type title content sections html words stated'),
  policy_reports: { ...none('directive blocked page'), retention: { days: 30, after: 'last_at' } },
  print_jobs: none('kind skipped'),
  product_imports: none('file_name items failures notes file_hash missing retry created'),
  proof_attempts: none('method'),
  redirects: none('from_path to_path'),
  refund_approvals: {
    other: 'lines prefix request_hash',
    personal: { reason: redacted },
    rowsOf: `order_id in (${ordersOf})`,
  },
  refunds: {
    other: 'idempotency_key provider_refund_id request_hash',
    personal: { reason: redacted, error: redacted },
    rowsOf: `order_id in (${ordersOf})`,
  },
  removed_test_orders: none('provider_order_id'),
  request_quotas: { ...none(''), retention: { days: 0, after: 'ends_at' } },
  roles: none('id name permissions'),
  schema_migrations: none('name checksum'),
  shipment_events: {
    other: '',
    personal: { note: redacted, by_label: adminName },
    rowsOf: `shipment_id in (select id from shipments where order_id in (${ordersOf}))`,
  },
  shipments: none('courier tracking_number'),
  site_info: {
    other: 'settings demo opening',
    personal: {
      content: {
        data: 'published contact details of the shop and its grievance officer',
        of: 'merchant',
        erasure: { kept: 'the law requires that a shop publishes them' },
        download: { omitted: 'published on the pages of the shop' },
      },
    },
  },
  push_key: none('public_key private_key'),
  push_messages: { ...none('title body path tag'), retention: { days: 7, after: 'created_at' } },
  push_subscriptions: {
    other: '',
    personal: columnsAs(
      'endpoint p256dh auth',
      customer('browser that asked for notifications', 'deleted', {
        omitted: 'a technical address of the browser that they hold',
      }),
    ),
    rowsOf: `id in (select subscription_id from push_topics where order_id in (${ordersOf}))`,
    deletesRows: true,
    retention: { days: oneYear, after: 'created_at' },
  },
  push_topics: { ...none('told'), retention: { days: oneYear, after: 'created_at' } },
  size_guides: none('name note rows'),
  stored_settings: none('name value'),
  skipped_numbers: none('series year reason'),
  stock_alerts: {
    other: 'token',
    personal: columnsAs('email mailbox', customer('request for a mail about stock', 'deleted', 'records')),
    rowsOf: 'email = {email} and created_at >= {since}',
    deletesRows: true,
    retention: { days: oneYear, after: 'created_at' },
  },
  stock_movements: {
    other: '',
    personal: { reason: redacted, note: redacted, by_label: adminName },
    rowsOf: `order_id in (${ordersOf})`,
  },
  totp_secrets: {
    other: '',
    personal: { secret: ofAdmin('encrypted secret of an admin’s app', 'deleted') },
    rowsOf: 'user_id = {id}',
    deletesRows: true,
  },
  users: {
    other: 'role_id',
    personal: {
      name: customer('name', 'replaced', 'user'),
      email: customer('e-mail address', 'replaced', 'user'),
      pending_email: customer('e-mail address that is not confirmed yet', 'replaced', 'user'),
      mobile: customer('mobile number', 'replaced', 'user'),
      alt_mobile: customer('second mobile number', 'replaced', 'user'),
      password_hash: customer('hash of the password', 'replaced', hash),
    },
    rowsOf: 'id = {id}',
  },
  visit_counts: { ...none('event subject'), retention: { days: 400, after: 'day' } },
  webhook_events: {
    other: 'event_id event provider_order_id',
    personal: {
      body: customer('message of the payment provider with e-mail address and mobile number', 'redacted', {
        omitted: 'the same data as in the order',
      }),
      error: redacted,
    },
    // An event of an unpaid payment link names no order of the provider.
    rowsOf: `provider_order_id in (${providerOrdersOf}) or event like 'payment_link.%' and exists (
      select from payment_links where order_id in (${ordersOf}) and position(provider_link_id in body) > 0)`,
    retention: { days: oneYear, after: 'received_at', where: 'handled_at is not null' },
  },
  ...catalogueData,
  ...courierData,
  ...customerData,
  ...giftCardData,
  ...movingData,
  ...reviewData,
  ...sandboxPersonalData,
  ...signInData,
};
