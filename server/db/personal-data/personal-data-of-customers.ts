import { columnsAs, customer, none, redacted, type TableMap } from './personal-columns.ts';

const customersOf = 'select id from customers where user_id = {id}';
const inAccount = { omitted: 'the same data as in the account and the orders' };

/** The personal data in the tables of customers. */
export const customerData: Record<string, TableMap> = {
  archived_orders: none(''),
  cod_blocks: {
    other: '',
    personal: {
      contact: customer(
        'e-mail address or mobile number that can’t order with cash on delivery',
        { kept: 'so that who refuses parcels can’t start again with a new account; for two years' },
        'records',
      ),
    },
    rowsOf: 'contact = {email}',
    retention: { days: 730, after: 'created_at' },
  },
  cod_remittances: none(''),
  customer_contacts: {
    other: '',
    personal: { value: customer('proved e-mail address or mobile number', 'deleted', inAccount) },
    rowsOf: `customer_id in (${customersOf})`,
    deletesRows: true,
  },
  customer_notes: {
    other: '',
    personal: { text: customer('note of an admin about the customer', 'deleted', redacted.download) },
    rowsOf: `customer_id in (${customersOf})`,
    deletesRows: true,
  },
  customer_tags: {
    other: '',
    personal: { tag: customer('label that an admin gave to the customer', 'deleted', redacted.download) },
    rowsOf: `customer_id in (${customersOf})`,
    deletesRows: true,
  },
  customers: {
    other: '',
    personal: columnsAs(
      'name email mobile',
      customer('contact details of the account, or of the newest order of a guest', 'deleted', inAccount),
    ),
    rowsOf: 'user_id = {id}',
    deletesRows: true,
  },
};
