import type { MoveProgram } from '../../shared/contract/moves.ts';
import { readYesNo } from '../../shared/spreadsheets.ts';
import type { Row } from '../csv/table.ts';
import { addressOf, cellOf, emailOf, joined, mobileOf, paiseOf, tagsOf } from './cells.ts';
import { type CustomerRecord, leftOut, type ReadRecord } from './records.ts';

/** Columns of customers by program; the first that has a value counts. */
const columns = {
  shopify: {
    first: ['First Name'],
    last: ['Last Name'],
    email: ['Email'],
    mobile: ['Phone', 'Default Address Phone'],
    company: ['Default Address Company', 'Company'],
    address: ['Default Address Address1', 'Address1'],
    address2: ['Default Address Address2', 'Address2'],
    city: ['Default Address City', 'City'],
    state: ['Default Address Province Code', 'Province Code', 'Province'],
    country: ['Default Address Country Code', 'Country Code', 'Country'],
    postalCode: ['Default Address Zip', 'Zip'],
    mail: ['Accepts Email Marketing', 'Accepts Marketing'],
    texts: ['Accepts SMS Marketing'],
    spent: ['Total Spent'],
    note: ['Note'],
    tags: ['Tags'],
    whole: [],
  },
  woocommerce: {
    first: ['billing_first_name', 'first_name', 'First Name (Billing)', 'First name', 'First Name'],
    last: ['billing_last_name', 'last_name', 'Last Name (Billing)', 'Last name', 'Last Name'],
    email: ['user_email', 'email', 'billing_email', 'Email', 'Email (Billing)'],
    mobile: ['billing_phone', 'phone', 'Phone (Billing)', 'Phone'],
    company: ['billing_company', 'Company (Billing)'],
    address: ['billing_address_1', 'Address 1 (Billing)', 'Address 1&2 (Billing)'],
    address2: ['billing_address_2', 'Address 2 (Billing)'],
    city: ['billing_city', 'City (Billing)', 'City'],
    state: ['billing_state', 'State Code (Billing)', 'Region'],
    country: ['billing_country', 'Country Code (Billing)', 'Country / Region'],
    postalCode: ['billing_postcode', 'Postcode (Billing)', 'Postal code'],
    mail: [
      'accepts_marketing',
      'mailchimp_woocommerce_is_subscribed',
      'meta:mailchimp_woocommerce_is_subscribed',
    ],
    texts: [],
    spent: ['total_spent', 'Total spend'],
    note: ['description', 'note'],
    tags: ['tags'],
    whole: ['display_name', 'Name', 'username', 'user_login'],
  },
} satisfies Record<MoveProgram, Record<string, string[]>>;

/** A customer of a row; left out if nobody could reach them. */
export function readCustomer(row: Row, program: MoveProgram): ReadRecord {
  const named = columns[program];
  const read = (field: keyof typeof named) => cellOf(row, ...named[field]);
  const company = joined([read('company')]);
  const typed = joined([read('first'), read('last')]);
  const given = { email: read('email'), mobile: read('mobile') };
  const [email, mobile] = [emailOf(given.email), mobileOf(given.mobile)];
  const name = (typed || joined([read('whole')]) || company || email.split('@')[0] || mobile).slice(0, 100);
  if (!email && !mobile)
    return leftOut(
      row.line,
      name,
      given.email || given.mobile
        ? notReachable(given)
        : 'It has neither an e-mail address nor a mobile number',
    );
  const place = {
    name,
    company,
    address: joined([read('address'), read('address2')], ', '),
    city: joined([read('city')]),
    state: read('state'),
    postalCode: read('postalCode'),
    country: read('country'),
    phone: '',
  };
  const address = addressOf(place);
  const remarks = [
    given.email && !email ? `“${given.email.slice(0, 60)}” is no e-mail address, so it is left out` : '',
    given.mobile && !mobile
      ? `“${given.mobile.slice(0, 30)}” is no Indian mobile number, so it is left out`
      : '',
    place.address && !address ? 'The address is no complete Indian address, so it is left out' : '',
  ];
  const record: CustomerRecord = {
    name,
    email,
    mobile,
    address: address ?? null,
    tags: tagsOf(read('tags')),
    note: read('note'),
    acceptsMail: readYesNo(read('mail')) ?? false,
    acceptsTexts: readYesNo(read('texts')) ?? false,
  };
  return {
    line: row.line,
    key: email || mobile,
    label: name,
    data: record,
    reason: joined(remarks, '; '),
    paise: paiseOf(read('spent')),
  };
}

const notReachable = ({ email, mobile }: { email: string; mobile: string }) =>
  `“${(email || mobile).slice(0, 60)}” is neither an e-mail address nor an Indian mobile number`;
