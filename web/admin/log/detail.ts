import type { LogEntry } from '../../../shared/contract/accounts/audit-log.ts';
import { shortRupees, toRupees } from '../../../shared/money.ts';
import { orderNumber } from '../../../shared/orders/order-number.ts';
import { capitalized, counted, formatCount } from '../parts/text.ts';

/** What an entry is about, by its name; empty without one. */
export function nameOf(area: string, entry: LogEntry): string {
  if (area === 'order') return orderNumber(entry.subject);
  if (area === 'policy') return capitalized(spaced(text(entry, 'type')));
  return entry.subjectName || text(entry, 'ticket');
}

/** `from paid to shipped`, or `to shipped` if the status did not change. */
export function changeOfStatus(entry: LogEntry): string {
  const [from, to] = [text(entry, 'from'), text(entry, 'status')];
  return from && from !== to ? `from ${from} to ${to}` : `to ${to}`;
}

/** `from 203.0.113.7, 12 attempts within the hour`. */
export function failedFrom(entry: LogEntry): string {
  const attempts = Number(entry.detail.attempts);
  const times = attempts > 1 && `${formatCount(attempts)} attempts within the hour`;
  const address = text(entry, 'address');
  return [address ? `from ${address}` : 'from several addresses', times].filter(Boolean).join(', ');
}

/** `(name, price)`: the changed fields of older entries, which have no values. */
export function fieldsOf({ detail }: LogEntry): string {
  const { fields } = detail;
  if (!Array.isArray(fields) || fields.length === 0) return '';
  const shown = fields.slice(0, 6).map((field) => spaced(String(field)));
  return `(${shown.join(', ')}${fields.length > shown.length ? ' …' : ''})`;
}

/** `(status: paid, search: asha)`: the filters of a list. */
export function filterOf({ detail }: LogEntry): string {
  const set = Object.entries(detail.filter ?? {}).filter(([, value]) => value !== '' && value !== false);
  return set.length > 0 ? `(${set.map(([name, value]) => `${spaced(name)}: ${value}`).join(', ')})` : '';
}

/** A value of the details as text; empty without one. */
export const text = ({ detail }: LogEntry, name: string) => {
  const value = detail[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** `3 products`: a number of the details. */
export function count(entry: LogEntry, noun = 'product', shown = noun): string {
  return counted(Number(entry.detail[`${noun}s`] ?? 0), shown);
}

/** The amount of the details. */
export function money({ detail }: LogEntry): string {
  return typeof detail.amountPaise === 'number' ? shortRupees(toRupees(detail.amountPaise)) : 'what was left';
}

/** `from /a to /b`. */
export function pathsOf(entry: LogEntry): string {
  return `from ${text(entry, 'from')} to ${text(entry, 'to')}`;
}
/** `(asha@example.com)`. */
export function mailbox(entry: LogEntry): string {
  return text(entry, 'email') && `(${text(entry, 'email')})`;
}
const fieldNames: Record<string, string> = { slug: 'address in links', clientName: 'shop name' };
export const spaced = (name: string) =>
  fieldNames[name] ??
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();

/** `(damaged)`; empty without a reason. */
export function reasonOf(entry: LogEntry): string {
  return text(entry, 'reason') && `(${text(entry, 'reason')})`;
}
