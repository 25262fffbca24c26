import { shortRupees, toRupees } from '../../shared/money.ts';
import { readYesNo } from '../../shared/spreadsheets.ts';
import { readDate } from '../csv/dates.ts';
import type { Row } from '../csv/table.ts';
import { cellOf, emailOf, joined, paiseOf } from './cells.ts';
import { type GiftCardRecord, leftOut, type ReadRecord } from './records.ts';

/** The most that a gift card of ours can have. */
const maxPaise = 1_00_000_00;

/** A gift card of a Shopify export, which has only the last characters of its code. */
export function readGiftCard(row: Row, today: string): ReadRecord {
  const cell = (...columns: string[]) => cellOf(row, ...columns);
  const ending = cell('Last Characters', 'Code', 'Gift card code').slice(-4);
  const id = cell('Id', 'ID') || ending;
  const label = ending ? `ending ${ending}` : id;
  const out = (reason: string) => leftOut(row.line, label, reason);
  const balance = cell('Current Balance', 'Balance');
  const balancePaise = paiseOf(balance);
  const [currency, expires] = [cell('Currency'), cell('Expires On', 'Expiry date', 'Expires at')];
  const end = expires ? readDate(expires)?.day : null;
  if (currency && !/^inr$/i.test(currency)) return out(`It is in ${currency.slice(0, 10)}, not in rupees`);
  if (balancePaise === undefined || balancePaise < 0)
    return out(`The balance “${balance.slice(0, 30)}” can’t be read`);
  if (balancePaise === 0) return out('Nothing is left on it');
  if (balancePaise > maxPaise || balancePaise < 100)
    return out(
      `A gift card can have ₹1 to ₹1,00,000, and this one has ${shortRupees(toRupees(balancePaise))}`,
    );
  if (cell('Disabled At', 'Disabled at') || readYesNo(cell('Enabled?', 'Enabled') || 'yes') === false)
    return out('It is disabled');
  if (end === undefined) return out(`The last day “${expires.slice(0, 30)}” can’t be read`);
  if ((end !== null && end < today) || readYesNo(cell('Expired?', 'Expired'))) return out('It has expired');
  const email = emailOf(cell('Email', 'Customer Email', 'Recipient Email'));
  if (!email)
    return out('It has no customer with an e-mail address; create a card for the person who shows it');
  const record: GiftCardRecord = {
    ending,
    name: joined([cell('Customer Name', 'Customer name', 'Customer')]).slice(0, 100) || email,
    email,
    balancePaise,
    expiresOn: end,
  };
  return { line: row.line, key: `${id} ${ending}`, label, data: record, reason: '', paise: balancePaise };
}
