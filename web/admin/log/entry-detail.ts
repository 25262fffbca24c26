import type { LogEntry } from '../../../shared/contract/accounts/audit-log.ts';
import { shortRupees, toRupees } from '../../../shared/money.ts';
import { counted } from '../parts/text.ts';

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

export const text = ({ detail }: LogEntry, name: string) => {
  const value = detail[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export function count(entry: LogEntry, noun = 'product', shown = noun): string {
  return counted(Number(entry.detail[`${noun}s`] ?? 0), shown);
}

export const money = ({ detail }: LogEntry) =>
  typeof detail.amountPaise === 'number' ? shortRupees(toRupees(detail.amountPaise)) : 'what was left';

export const pathsOf = (entry: LogEntry) => `from ${text(entry, 'from')} to ${text(entry, 'to')}`;
export const mailbox = (entry: LogEntry) => text(entry, 'email') && `(${text(entry, 'email')})`;
export const spaced = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();

/** `(damaged)`; empty without a reason. */
export const reasonOf = (entry: LogEntry) => text(entry, 'reason') && `(${text(entry, 'reason')})`;

/** The page of the object that an entry of the log names; null if it has none any more. */
export function addressOf(area: string, { action, subject }: LogEntry): string | null {
  if (action.endsWith('.delete')) return null;
  const id = encodeURIComponent(subject);
  const places: Record<string, string> = {
    product: `/admin/products/edit/${id}`,
    import: '/admin/products/import',
    category: '/admin/categories',
    subcategory: '/admin/categories',
    brands: '/admin/brands',
    productTypes: '/admin/product-types',
    attribute: '/admin/attributes',
    discount: `/admin/discounts/${id}`,
    'price-list': `/admin/price-lists/${id}`,
    giftCard: `/admin/gift-cards/${id}`,
    order: `/admin/orders/${id}`,
    customer: `/admin/customers/${id}`,
    attention: '/admin/attention',
    policy: '/admin/policy-dashboard',
    'site-info': '/admin/site-info',
    contact: '/admin/contact-queries',
    review: '/admin/reviews',
    question: '/admin/reviews/questions',
    redirect: '/admin/redirects',
    mail: `/admin/mail?mail=${id}`,
    admin: '/admin/admins',
  };
  if (action === 'admin.sign-in-failed') return null;
  return places[area] ?? null;
}
