import { columnsAs, customer, none, type TableMap } from './personal-columns.ts';

/** An old order without its person: amounts, dates and products stay. */
const withoutPerson = `name = 'Name removed', email = '', mobile = '', customer_id = null, search_text = lower(number),
  details = details || '{"billing": null, "shipping": null, "note": "", "tags": "", "paymentReference": ""}'`;

/** The personal data in the tables of a moved shop. */
export const movingData: Record<string, TableMap> = {
  moves: none('state options product_imports remains'),
  move_files: none('name program kind path hash problem'),
  move_created: none('kind'),
  move_rows: {
    other: 'kind outcome',
    personal: columnsAs(
      'key label data reason',
      customer('records of the files of a former shop, until they are imported', 'deleted', {
        omitted: 'the same data as in the account and the old orders',
      }),
    ),
    rowsOf: `data ->> 'email' = {email}`,
    deletesRows: true,
  },
  former_orders: {
    other: 'program number payment_status fulfilment_status',
    personal: {
      ...columnsAs(
        'name email mobile',
        customer('buyer of an order of the former shop', 'replaced', 'records'),
      ),
      details: customer(
        'addresses, notes and products of an order of the former shop',
        'replaced',
        'records',
      ),
      search_text: customer('the same texts for the search', 'replaced', { omitted: 'the same data' }),
    },
    records: { number: 'number', placed_at: 'placed_at', total_paise: 'total_paise' },
    // Not those that are linked to the customer of an account: a shopper proves neither an address nor a number with that.
    rowsOf: `customer_id = {id} or email = {email} and placed_at >= {since}
      or email = '' and mobile = (select mobile from users where id = {id} and mobile_verified_at is not null)`,
    replaces: withoutPerson,
    // The longest time for which tax law can ask for records (india §5.4).
    retention: {
      days: 2922,
      after: 'placed_at',
      where: `(email <> '' or mobile <> '' or name <> 'Name removed')`,
      set: withoutPerson,
    },
  },
};
