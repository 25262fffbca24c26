import { createHash } from 'node:crypto';
import { reviewRequest } from '../../shared/contract/catalogue/reviews.ts';
import { readIdentifier } from '../../shared/identifiers.ts';
import { readNumber } from '../../shared/read-amount.ts';
import { readDate } from '../csv/dates.ts';
import { type Row, readTable } from '../csv/table.ts';
import { shortName } from './short-name.ts';

type Format = 'judgeme' | 'shopify';

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

/** The columns of the exports of Judge.me and of Shopify's app Product Reviews. */
const columns = {
  judgeme: { name: 'reviewer_name', date: 'review_date', state: 'curated', answer: 'reply' },
  shopify: { name: 'author', date: 'created_at', state: 'state', answer: 'reply' },
};
/** The states of reviews that were shown; an empty one too. */
const shownStates = ['', 'ok', 'published'];

/** The reviews of a CSV file, whose format is detected by its columns. 400 with the reason if it can't be read. */
export function readReviews(bytes: Uint8Array): ReviewFile {
  const { format, rows, unusedColumns } = readTable(bytes, formatOf, {
    kind: 'a review file of Judge.me or Shopify',
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
  if (!has('product_handle') || !has('rating')) return undefined;
  if (has('reviewer_name')) return 'judgeme';
  return has('author') ? 'shopify' : undefined;
}

const fields = reviewRequest.pick({ name: true, stars: true, title: true, text: true });

function readRow({ line, get }: Row, named: (typeof columns)[Format]): FileReview | SkippedLine {
  const state = get(named.state).toLowerCase();
  if (state === 'spam') return { line, reason: 'It is marked as spam' };
  const createdAt = momentIn(get(named.date));
  if (!createdAt) return { line, reason: `The date “${get(named.date).slice(0, 40)}” can’t be read` };
  const parsed = fields.safeParse({
    name: shortName(get(named.name)) || 'Anonymous',
    stars: readNumber(get('rating')),
    title: get('title'),
    text: get('body'),
  });
  if (!parsed.success) return { line, reason: parsed.error.issues[0]?.message ?? 'Not valid' };
  const { text: body, ...review } = parsed.data;
  const key = JSON.stringify([createdAt, review, body]);
  return {
    line,
    ...review,
    body,
    createdAt,
    handle: get('product_handle'),
    sku: (readIdentifier(get('sku') || get('product_sku'), 'SKU').value ?? '').toLowerCase(),
    answer: get(named.answer).slice(0, 3000),
    isPublished: shownStates.includes(state),
    importKey: createHash('sha256').update(key).digest('hex'),
  };
}

/** The moment of a date in ISO 8601; undefined for one that can't be read, and in the future. */
function momentIn(cell: string): string | undefined {
  const time = readDate(cell)?.at;
  return time && time.getTime() <= Date.now() ? time.toISOString() : undefined;
}
