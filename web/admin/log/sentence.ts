import { z } from 'zod';
import {
  type LogEntry,
  type LoggedChange,
  loggedChange,
} from '../../../shared/contract/accounts/audit-log.ts';
import { deviceName } from '../../../shared/device-name.ts';
import { shortRupees } from '../../../shared/money.ts';
import { capitalized, counted, formatCount } from '../parts/text.ts';
import {
  changeOfStatus,
  count,
  failedFrom,
  fieldsOf,
  filterOf,
  mailbox,
  money,
  nameOf,
  pathsOf,
  reasonOf,
  spaced,
  text,
} from './detail.ts';

/** A sentence in parts: the action, the name of its object with the address `to`, and details. */
type Sentence = { does: string; name: string; to: string | null; more: string };

/** Describes an entry of the log. An action without a sentence of its own is described by its name. */
export function sentenceOf(entry: LogEntry): Sentence {
  const [area = '', verb = ''] = entry.action.split('.');
  const words = whole[entry.action]?.(entry) ?? composed(area, verb, entry);
  return { name: '', more: '', to: words.name ? addressOf(area, entry) : null, ...words };
}

type Words = { does: string; name?: string; more?: string };

const whole: Record<string, (entry: LogEntry) => Words> = {
  'order.status': (entry) => ({
    does: 'Set the order',
    name: nameOf('order', entry),
    more: [changeOfStatus(entry), text(entry, 'note') && `“${text(entry, 'note')}”`]
      .filter(Boolean)
      .join(': '),
  }),
  'order.create': (entry) => ({
    does: `Created an order of ${money(entry)}:`,
    name: nameOf('order', entry),
    more: [spaced(text(entry, 'method')), text(entry, 'terms')].filter(Boolean).join(', '),
  }),
  'order.gift-cards': onOrder('Recorded the payment of gift cards in the order'),
  'order.contact': onOrder('Changed contact details of the order'),
  'order.lines': onOrder('Changed the products of the order', (entry) =>
    [text(entry, 'what'), `total ${money(entry)}`].filter(Boolean).join(', '),
  ),
  'order.ship': onOrder(
    'Changed a shipment of the order',
    (entry) => `(shipment ${text(entry, 'number')}: ${text(entry, 'state')})`,
  ),
  'order.book': onOrder('Booked the order', (entry) => `with ${text(entry, 'courier')}`),
  'order.pickup': onOrder((entry) => `Requested a pickup by ${text(entry, 'courier')} of the order`),
  'order.cancel-booking': onOrder('Cancelled the booking of the order'),
  'order.collect': (entry) => ({
    does: text(entry, 'method') === 'link' ? 'Requested what is due of' : 'Recorded what was due of',
    name: nameOf('order', entry),
    more: money(entry),
  }),
  'order.withdraw': onOrder('Withdrew the payment link of', money),
  'order.pickup-ready': onOrder('Marked as ready for pickup:'),
  'order.confirm': onOrder('Confirmed the order'),
  'cod.block': () => ({ does: 'Blocked cash on delivery for a buyer' }),
  'cod.unblock': () => ({ does: 'Allowed cash on delivery again for a buyer' }),
  'order.remittance': onOrder('Recorded a courier payment of'),
  'orders.confirm': (entry) => ({ does: `Confirmed ${count(entry, 'order')}` }),
  'orders.pack': (entry) => ({ does: `Packed ${count(entry, 'order')}` }),
  'orders.ship': (entry) => ({
    does: `Shipped ${count(entry, 'order')}`,
    more: text(entry, 'courier') && `with ${text(entry, 'courier')}`,
  }),
  'orders.book': (entry) => ({ does: `Booked ${count(entry, 'order')} with ${text(entry, 'courier')}` }),
  'courier.update': ({ subject }) => ({ does: `Changed the account at ${capitalized(subject)}` }),
  'courier.event-token': ({ subject }) => ({ does: `Created a token for events of ${capitalized(subject)}` }),
  'orders.deliver': (entry) => ({ does: `Marked ${count(entry, 'order')} as delivered` }),
  'orders.courier-file': (entry) => ({ does: `Created a courier file of ${count(entry, 'order')}` }),
  'order.refund': onOrder((entry) => `Refunded ${money(entry)} of the order`, reasonOf),
  'refund.ask': onOrder((entry) => `Asked for a refund of ${money(entry)} of the order`, reasonOf),
  'refund.approve': onOrder(
    (entry) => `Approved a refund of ${money(entry)} by ${text(entry, 'requestedBy')} of the order`,
  ),
  'refund.reject': onOrder(
    (entry) => `Rejected a refund of ${money(entry)} by ${text(entry, 'requestedBy')} of the order`,
  ),
  'order.note': onOrder('Added a note to the order'),
  'order.note-edit': onOrder('Changed a note on the order'),
  'order.note-delete': onOrder('Deleted a note on the order', (entry) => `“${text(entry, 'text')}”`),
  'order.tags': onOrder('Changed the tags of the order'),
  'customer.note': onSubject('Added a note about the customer'),
  'customer.note-edit': onSubject('Changed a note about the customer'),
  'customer.note-delete': onSubject('Deleted a note about the customer'),
  'customer.tags': onSubject('Changed the tags of the customer'),
  'customer.merge': onSubject('Merged another customer into'),
  'customer.erase': () => ({ does: 'Erased a customer' }),
  'customer.export': (entry) => ({ does: 'Exported the customers', more: filterOf(entry) }),
  'order.skip-numbers': (entry) => ({
    does: `Skipped the numbers ${entry.subject}`,
    more: `(${text(entry, 'reason')})`,
  }),
  'order.hide': onOrder('Deleted the order'),
  'demo.remove': (entry) => ({ does: `Removed the demo content with ${count(entry)}` }),
  'order.remove-tests': (entry) => ({ does: `Removed ${count(entry, 'order', 'test order')}` }),
  'order.export': (entry) => ({ does: 'Exported the orders', more: filterOf(entry) }),
  'order.print': (entry) => ({
    does: `Printed ${spaced(text(entry, 'kind'))} of ${count(entry, 'order')}`,
  }),
  'product.export': (entry) => ({ does: 'Exported the products', more: filterOf(entry) }),
  'stock.adjust': (entry) => ({
    does: `Adjusted the stock from ${text(entry, 'before')} to ${text(entry, 'after')}:`,
    more: [text(entry, 'reason'), text(entry, 'note')].filter(Boolean).join(', '),
  }),
  'stock.count': (entry) => ({
    does: `Counted ${text(entry, 'variants')} variants and corrected ${text(entry, 'changed')}`,
  }),
  'import.start': (entry) => ({
    does: `Began to import ${count(entry)} from`,
    name: text(entry, 'file') || 'a file',
  }),
  'move.start': (entry) => ({
    does: `Began to move a shop with ${counted(Number(text(entry, 'records')), 'record')}`,
  }),
  'move.undo': () => ({ does: 'Began to undo the move of a shop' }),
  'customer.invite': (entry) => ({
    does: `Invited ${counted(Number(text(entry, 'customers')), 'customer')} to their accounts`,
  }),
  'batch.category': (entry) => ({ does: `Moved ${count(entry)} to another category` }),
  'discount.codes': (entry) => ({ does: `Created ${count(entry, 'code')} of`, name: entry.subjectName }),
  'discount.export': (entry) => ({ does: `Exported ${count(entry, 'code')} of`, name: entry.subjectName }),
  'price-list.price': (entry) => inList(`Set the price of ${text(entry, 'sku')} in`, entry),
  'price-list.price-delete': (entry) => inList(`Removed the price of ${text(entry, 'sku')} from`, entry),
  'price-list.import': (entry) => inList(`Imported ${count(entry, 'price')} into`, entry),
  'price-list.export': (entry) => inList('Exported the prices of', entry),
  'batch.discount': (entry) => ({
    does: `Set a discount of ${text(entry, 'discount')}% on ${count(entry)}`,
  }),
  'batch.gst': (entry) => ({ does: `Set HSN code and GST rate of ${count(entry)}` }),
  'batch.status': (entry) => ({ does: `Set ${count(entry)} to ${text(entry, 'status')}` }),
  'batch.edit': (entry) => ({ does: `Changed fields of ${count(entry)}` }),
  'batch.undo': (entry) => ({ does: `Undid a change to ${count(entry)}` }),
  'batch.delete': (entry) => ({ does: `Deleted ${count(entry)}` }),
  'category.reorder': ({ subject }) => ({
    does: subject === 'navbarPosition' ? 'Sorted the navigation' : 'Sorted the categories',
  }),
  'attribute.reorder': () => ({ does: 'Sorted the attributes' }),
  'subcategory.reorder': onSubject('Sorted the subcategories of'),
  'policy.show': (entry) => ({ does: 'Published the policy', name: nameOf('policy', entry) }),
  'policy.hide': (entry) => ({ does: 'Unpublished the policy', name: nameOf('policy', entry) }),
  'site-info.update': (entry) => ({
    does: 'Changed the',
    name: 'settings of the shop',
    more: fieldsOf(entry),
  }),
  'payment.keys': ({ subject }) => ({ does: `Entered the keys of Razorpay ${subject}` }),
  'payment.keys-removed': () => ({ does: 'Removed the keys of Razorpay' }),
  'payment.webhook-secret': () => ({ does: 'Created another webhook secret of Razorpay' }),
  'payment.webhook-secret-end': () => ({ does: 'Ended the previous webhook secret of Razorpay' }),
  'mail.server': ({ subject }) => ({ does: `Set the mail server to ${subject}` }),
  'mail.server-removed': () => ({ does: 'Removed the mail server' }),
  'mail.test': (entry) => ({ does: `Sent a test mail to ${text(entry, 'to')}` }),
  'texts.provider': ({ subject }) => ({
    does: subject ? `Set the provider of texts to ${capitalized(subject)}` : 'Removed the provider of texts',
  }),
  'texts.test': () => ({ does: 'Sent a test text' }),
  'domain.address': ({ subject }) => ({ does: `Set the public address to ${subject}` }),
  'domain.proxy': ({ subject }) => ({
    does: subject ? `Trusted the proxy ${subject}` : 'Trusted no proxy any more',
  }),
  'backup.bucket': () => ({ does: 'Changed the access to buckets with backups' }),
  'shop.open': () => ({ does: 'Opened the shop' }),
  'shop.close': () => ({ does: 'Closed the shop' }),
  'shop.holiday': (entry) => ({ does: `Closed the checkout for a holiday until ${text(entry, 'until')}` }),
  'opening.update': (entry) => ({ does: 'Changed the page “Opening soon”', more: fieldsOf(entry) }),
  'opening.link-create': (entry) => ({ does: 'Created the preview link', name: text(entry, 'name') }),
  'opening.link-remove': (entry) => ({ does: 'Removed the preview link', name: text(entry, 'name') }),
  'opening.export': () => ({ does: 'Exported the addresses for a mail about the opening' }),
  'opening.sign-up-delete': () => ({ does: 'Deleted an address for a mail about the opening' }),
  'settings.test-mail': (entry) => ({ does: `Sent a test mail to ${text(entry, 'to')}` }),
  'contact.read': (entry) => ({ does: 'Marked the query', name: nameOf('contact', entry), more: 'as read' }),
  'contact.unread': (entry) => ({
    does: 'Marked the query',
    name: nameOf('contact', entry),
    more: 'as unread',
  }),
  'review.status': (entry) => ({
    does: `Set a review to ${text(entry, 'to')}`,
    more: reasonOf(entry),
  }),
  'review.answer': () => ({ does: 'Answered a review' }),
  'review.import': (entry) => ({ does: `Imported ${count(entry, 'review')}`, more: text(entry, 'file') }),
  'question.answer': (entry) => ({ does: `Set a question to ${text(entry, 'to')}` }),
  'redirect.create': (entry) => ({ does: 'Added a redirect', name: pathsOf(entry) }),
  'redirect.update': (entry) => ({ does: 'Changed a redirect', name: pathsOf(entry) }),
  'redirect.delete': (entry) => ({ does: 'Deleted a redirect', name: pathsOf(entry) }),
  'redirect.import': (entry) => ({ does: `Imported ${count(entry, 'redirect')}`, more: text(entry, 'file') }),
  'delivery.pins': (entry) => ({
    does:
      entry.detail.list === 'courier'
        ? 'Imported the PIN codes of a courier'
        : 'Imported the directory of PIN codes',
    more: text(entry, 'file'),
  }),
  'contact.reply': (entry) => ({ does: 'Replied to the query', name: nameOf('contact', entry) }),
  'mail.resend': (entry) => ({ does: 'Resent the mail', name: `“${text(entry, 'subject')}”` }),
  'mail.resend-all': (entry) => ({ does: `Resent ${count(entry, 'mail')} that had failed` }),
  'attention.resolve': (entry) => ({
    does: 'Resolved',
    name: text(entry, 'title') || 'an alert',
    more: `(${text(entry, 'remedy')})`,
  }),
  'admin.add': onSubject('Invited as an admin', mailbox),
  'admin.invite': onSubject('Sent the invitation again to'),
  'admin.change': (entry) => ({
    does: entry.detail.disabled === true ? 'Disabled the admin' : 'Changed the access of the admin',
    name: entry.subjectName,
    more: `(${text(entry, 'role')})`,
  }),
  'role.create': (entry) => ({ does: 'Added the role', name: text(entry, 'name') }),
  'role.update': (entry) => ({
    does: 'Changed the role',
    name: text(entry, 'name'),
    more: fieldsOf(entry),
  }),
  'role.delete': (entry) => ({ does: 'Deleted the role', name: text(entry, 'name') }),
  'admin.remove': onSubject('Removed the admin', mailbox),
  'backup.restore': (entry) => ({ does: 'Restored the backup', name: text(entry, 'name') }),
  'backup.settings': (entry) => ({ does: 'Changed the settings of', name: 'backups', more: fieldsOf(entry) }),
  'backup.start': () => ({ does: 'Started a backup' }),
  'search.synonyms': () => ({ does: 'Changed the synonyms of the search' }),
  'database.move': (entry) => ({ does: 'Moved the database to', name: text(entry, 'to') }),
  'log.export': () => ({ does: 'Exported the log' }),
  'log.redact': (entry) => ({ does: `Erased personal data in entry ${entry.subject} of the log` }),
  'admin.sign-in': (entry) => ({
    does: `Signed in with ${deviceName(text(entry, 'device')).replace(/^Unknown/, 'an unknown')}`,
  }),
  'admin.sign-in-failed': (entry) => ({
    does: text(entry, 'account') ? 'A sign-in failed as' : 'Sign-ins failed as',
    name: text(entry, 'account') || 'further accounts',
    more: failedFrom(entry),
  }),
  'admin.totp-add': () => ({ does: 'Set up an authenticator app' }),
  'admin.totp-remove': () => ({ does: 'Removed the authenticator app' }),
  'admin.passkey-add': (entry) => ({ does: 'Added the passkey', name: text(entry, 'name') }),
  'admin.passkey-remove': (entry) => ({ does: 'Removed the passkey', name: text(entry, 'name') }),
  'admin.recovery-codes': () => ({ does: 'Created new recovery codes' }),
  'admin.second-factor-reset': () => ({ does: 'Second factor reset on the command line' }),
  'admin.password': () => ({ does: 'Changed the password' }),
  'admin.password-reset': () => ({ does: 'Reset the password with a link from a mail' }),
  'admin.profile': () => ({ does: 'Changed their own details' }),
  'session.end': () => ({ does: 'Signed out another device' }),
  'session.end-all': () => ({ does: 'Signed out all devices' }),
  'session.end-others': () => ({ does: 'Signed out all other devices' }),
};

function onOrder(does: string | ((entry: LogEntry) => string), more?: (entry: LogEntry) => string) {
  return (entry: LogEntry): Words => ({
    does: typeof does === 'string' ? does : does(entry),
    name: nameOf('order', entry),
    more: more?.(entry) ?? '',
  });
}

function onSubject(does: string, more?: (entry: LogEntry) => string) {
  return (entry: LogEntry): Words => ({ does, name: entry.subjectName, more: more?.(entry) ?? '' });
}

const inList = (does: string, entry: LogEntry): Words => ({ does, name: text(entry, 'name') });

const verbs: Record<string, string> = {
  book: 'Booked a courier for',
  'cancel-booking': 'Cancelled the booking of',
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  move: 'Moved',
  publish: 'Published',
  'name-version': 'Named a version of',
};
const nouns: Record<string, string> = {
  brands: 'brand',
  productTypes: 'product type',
  contact: 'query',
};

function composed(area: string, verb: string, entry: LogEntry): Words {
  const noun = nouns[area] ?? spaced(area);
  const done = verbs[verb];
  const does = done ? `${done} the ${noun}` : `${capitalized(noun)}: ${spaced(verb)}`;
  return { does, name: nameOf(area, entry), more: fieldsOf(entry) };
}

/** A change of an entry, as it is shown. */
export type ShownChange = { field: string; from: string; to: string };

/** The changed fields with their old and new values as they are shown; empty where the entry has none. */
export function changesOf({ detail }: LogEntry): ShownChange[] {
  const changes = z.array(loggedChange).safeParse(detail.changes);
  return (changes.data ?? []).map(({ field, from, to }) => ({
    field: capitalized(field.split('.').map(spaced).join(', ')),
    from: shownValue(field, from),
    to: shownValue(field, to),
  }));
}

function shownValue(field: string, value: LoggedChange['from']): string {
  if (value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  return /price|rupees/i.test(field) ? shortRupees(value) : formatCount(value);
}

/** The page of the object that an entry of the log names; null if it has none any more. */
function addressOf(area: string, { action, subject }: LogEntry): string | null {
  if (action.endsWith('.delete')) return null;
  const id = encodeURIComponent(subject);
  const addresses: Record<string, string> = {
    product: `/admin/products/edit/${id}`,
    import: '/admin/products/import',
    move: '/admin/move',
    category: '/admin/categories',
    subcategory: '/admin/categories',
    brands: '/admin/brands',
    productTypes: '/admin/product-types',
    attribute: '/admin/attributes',
    collection: `/admin/collections/${id}`,
    discount: `/admin/discounts/${id}`,
    'price-list': `/admin/price-lists/${id}`,
    giftCard: `/admin/gift-cards/${id}`,
    order: `/admin/orders/${id}`,
    customer: `/admin/customers/${id}`,
    attention: '/admin/attention',
    policy: '/admin/policy-dashboard',
    'site-info': '/admin/settings',
    contact: '/admin/contact-queries',
    review: '/admin/reviews',
    question: '/admin/reviews/questions',
    redirect: '/admin/redirects',
    mail: `/admin/mail?mail=${id}`,
    admin: '/admin/admins',
    theme: '/admin/theme',
    home: '/admin/pages/home',
    page: `/admin/pages/${id}`,
  };
  if (action === 'admin.sign-in-failed') return null;
  return addresses[area] ?? null;
}
