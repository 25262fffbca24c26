import { adminName, customer, none, ordersOf, redacted, type TableMap } from './personal-columns.ts';

/** A column with data of the shop itself. */
const ofMerchant = (data: string): TableMap['personal'][string] => ({
  data,
  of: 'merchant',
  erasure: { kept: 'data of the shop, which an admin replaces in Settings' },
  download: { omitted: 'not about a customer' },
});

/** The personal data in the tables about couriers. */
export const courierData: Record<string, TableMap> = {
  courier_accounts: {
    other: 'provider pickup_location pickup_pin event_token_hash',
    personal: {
      login: ofMerchant('email address of the API user at a courier'),
      secret: ofMerchant('encrypted password or API token of the shop at a courier'),
    },
  },
  courier_bookings: {
    other:
      'provider reference state service provider_order_id provider_shipment_id tracking_number status pickup',
    personal: { problem: redacted, by_label: adminName },
    rowsOf: `shipment_id in (select id from shipments where order_id in (${ordersOf}))`,
  },
  courier_events: {
    other: 'id provider error',
    personal: {
      body: customer('message of a courier about a shipment', 'redacted', {
        omitted: 'the same data as in the order',
      }),
    },
    // An event names the shipment by its tracking number.
    rowsOf: `exists (select from courier_bookings b join shipments s on s.id = b.shipment_id
      where s.order_id in (${ordersOf}) and b.tracking_number <> '' and position(b.tracking_number in body) > 0)`,
    retention: { days: 90, after: 'received_at', where: 'handled_at is not null' },
  },
  courier_pin_answers: none('provider pin'),
  courier_test_parcels: none('reference tracking_number pin'),
};
