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

/** Where the column is in the download of a person's data. */
type Download =
  /** In `records`, under the name of the table. */
  | 'records'
  /** In this part, which its domain writes. */
  | 'user'
  | 'addresses'
  | 'sessions'
  | 'orders'
  /** It is not there, for this reason. */
  | { omitted: string };

type PersonalColumn = {
  data: string;
  of: 'customer' | 'admin' | 'merchant';
  erasure: Erasure;
  download: Download;
};

/** The entry of a table in the map of personal data. */
export type TableMap = {
  /** Columns without personal data, separated by spaces. */
  other: string;
  personal: Record<string, PersonalColumn>;
  /** What the download has in `records` besides columns with texts: SQL by its name there. */
  records?: Record<string, string>;
  /** Which rows are those of the account `{id}` with the e-mail address `{email}`; mailed from `{since}` on. SQL. */
  rowsOf?: string;
  /** The deletion of an account deletes its rows. */
  deletesRows?: true;
  /** What an erasure sets in the rows of the person, which stay. SQL. */
  replaces?: string;
  /** Rows are deleted, or changed by `set`, this number of days after the time in the column `after`. SQL. */
  retention?: { days: number; after: string; where?: string; set?: string };
};

/** A column with data of a customer. */
export const customer = (data: string, erasure: Erasure, download: Download): PersonalColumn => ({
  data,
  of: 'customer',
  erasure,
  download,
});
/** A column with data of an admin. */
export const ofAdmin = (data: string, erasure: Erasure): PersonalColumn => ({
  data,
  of: 'admin',
  erasure,
  download: { omitted: 'admins see it in the back office' },
});
/** Why the records of what an admin did are kept. */
export const actedBefore = { kept: 'a record of who acted; admins can’t delete their accounts' };
export const adminName = ofAdmin('name of the admin who acted', actedBefore);
/** A text that can name a customer. */
export const redacted = customer(
  'text by admins, or by the payment provider, that can name the customer',
  'redacted',
  { omitted: 'a note about the work of the shop; the merchant answers requests about it' },
);
/** Why hashes are not in the download. */
export const hash = { omitted: 'a hash that only the shop can compare' };
/** A table without personal data. */
export const none = (another: string): TableMap => ({ other: another, personal: {} });

/** The same entry for several columns. */
export const columnsAs = (columns: string, column: PersonalColumn): TableMap['personal'] =>
  Object.fromEntries(columns.split(' ').map((name) => [name, column]));

/** The orders of the person `{id}`: an account, or a customer who was a guest. SQL. */
export const ordersOf = `select id from orders where user_id = {id}
  union select order_id from customer_orders where customer_id = {id}`;
