import { none, ordersOf, redacted, type TableMap } from './personal-columns.ts';

/** The ids at the provider of the orders of a person. SQL, as in `TableMap`. */
export const providerOrdersOf = `select provider_order_id from orders where id in (${ordersOf})`;

/** The personal data of the simulated payment provider. */
export const sandboxPersonalData: Record<string, TableMap> = {
  'sandbox.keys': none('key_id key_secret webhook_secret'),
  'sandbox.orders': {
    other: 'id currency receipt status capture',
    personal: { notes: redacted },
    rowsOf: `id in (${providerOrdersOf})`,
  },
  'sandbox.payment_links': {
    other: 'id order_id currency reference_id description status',
    personal: { notes: redacted },
    rowsOf: `reference_id in (select id::text from (${ordersOf}) of_person)`,
  },
  'sandbox.payments': {
    other: 'id order_id currency status method answer',
    personal: { notes: redacted, detail: redacted },
    rowsOf: `order_id in (${providerOrdersOf})`,
  },
  'sandbox.refunds': {
    other: 'id payment_id status speed receipt idempotency_key request_hash',
    personal: { notes: redacted },
    rowsOf: `payment_id in (select id from sandbox.payments where order_id in (${providerOrdersOf}))`,
  },
  'sandbox.webhooks': {
    other: 'id event signature',
    personal: { body: redacted },
    rowsOf: `exists (select from orders where id in (${ordersOf}) and position(provider_order_id in body) > 0)`,
    retention: { days: 365, after: 'created_at' },
  },
};
