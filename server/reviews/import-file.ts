import { createHash } from 'node:crypto';
import { reviewRequest } from '../../shared/contract/catalogue/reviews.ts';
import { readIdentifier } from '../../shared/identifiers.ts';
import { readNumber } from '../../shared/read-amount.ts';
import { readDate } from '../csv/dates.ts';
import { type Row, readTable } from '../csv/table.ts';
import { shortName } from './short-name.ts';

type Format = 'judgeme' | 'shopify' | 'loox';

/** A review of a file. `handle` and `sku` name its product. */
export type FileReview = {
  line: number;
  handle: string;
  sku: string;
  stars: number;
  title: string;
  body: string;
  name: string;
  answer: string;
  createdAt: string;
  isPublished: boolean;
  /** The same for the same review in another file. */
  importKey: string;
};
export type SkippedLine = { line: number; reason: string };

type ReviewFile = {
  format: Format;
  /** Columns that have values and are not imported. */
  unread: string[];
  reviews: FileReview[];
  skipped: SkippedLine[];
};

/** The columns of the exports of Judge.me, of Shopify's app Product Reviews, and of Loox, under their names of some years. */
const columns = {
  judgeme: { name: ['reviewer_name'], date: ['review_date'], state: ['curated'], body: ['body'] },
  shopify: { name: ['author'], date: ['created_at'], state: ['state'], body: ['body'] },
  loox: {
    name: ['nickname', 'full_name', 'author', 'name'],
    date: ['date', 'created_at', 'review_date'],
    state: ['status', 'state'],
    body: ['review', 'body', 'content'],
  },
};
const handles = ['product_handle', 'handle'];
/** The states of reviews that were shown; an empty one too. */
const shownStates = ['', 'ok', 'published', 'active', 'approved'];

/** The reviews of a CSV file, whose format is detected by its columns. 400 with the reason if it can't be read. */
export function readReviews(bytes: Uint8Array): ReviewFile {
  const { format, rows, unusedColumns } = readTable(bytes, formatOf, {
    kind: 'a review file of Judge.me, Loox or Shopify',
    columns: 'it needs “product_handle”, “rating”, and “reviewer_name” or “author”',
  });
  const read = rows.map((row) => readRow(row, columns[format]));
  return {
    format,
    unread: unusedColumns(),
    reviews: read.filter((item) => 'importKey' in item),
    skipped: read.filter((item) => 'reason' in item),
  };
}

function formatOf(has: (column: string) => boolean): Format | undefined {
  if (!handles.some(has) || !has('rating')) return undefined;
  if (has('product_handle') && has('reviewer_name')) return 'judgeme';
  if (has('product_handle') && has('author') && has('state')) return 'shopify';
  const { name, body } = columns.loox;
  return name.some(has) && body.some(has) ? 'loox' : undefined;
}

const fields = reviewRequest.pick({ name: true, stars: true, title: true, text: true });

function readRow({ line, get }: Row, named: (typeof columns)[Format]): FileReview | SkippedLine {
  const first = (names: string[]) => names.map(get).find(Boolean) ?? '';
  const state = first(named.state).toLowerCase();
  if (state === 'spam') return { line, reason: 'It is marked as spam' };
  const date = first(named.date);
  const createdAt = momentIn(date);
  if (!createdAt) return { line, reason: `The date “${date.slice(0, 40)}” can’t be read` };
  const parsed = fields.safeParse({
    name: shortName(first(named.name)) || 'Anonymous',
    stars: readNumber(get('rating')),
    title: get('title'),
    text: first(named.body),
  });
  if (!parsed.success) return { line, reason: parsed.error.issues[0]?.message ?? 'Not valid' };
  const { text: body, ...review } = parsed.data;
  const key = JSON.stringify([createdAt, review, body]);
  return {
    line,
    ...review,
    body,
    createdAt,
    handle: first(handles),
    sku: (readIdentifier(get('sku') || get('product_sku'), 'SKU').value ?? '').toLowerCase(),
    answer: get('reply').slice(0, 3000),
    isPublished: shownStates.includes(state),
    importKey: createHash('sha256').update(key).digest('hex'),
  };
}

/** The moment of a date in ISO 8601; undefined for one that can't be read, and in the future. */
function momentIn(cell: string): string | undefined {
  const time = readDate(cell)?.at;
  return time && time.getTime() <= Date.now() ? time.toISOString() : undefined;
}
