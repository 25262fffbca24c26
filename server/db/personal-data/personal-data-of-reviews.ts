import { columnsAs, customer, hash, none, ordersOf, type TableMap } from './personal-columns.ts';

/** The personal data in reviews and questions, a part of `personalData`. */
export const reviewData: Record<string, TableMap> = {
  product_questions: {
    other: 'answer',
    personal: {
      ...columnsAs('name email body', customer('question about a product', 'deleted', 'records')),
      search_text: customer('question about a product', 'deleted', {
        omitted: 'the same text for the search',
      }),
    },
    rowsOf: 'user_id = {id} or (email = {email} and created_at >= {since})',
    deletesRows: true,
  },
  review_opt_outs: {
    other: '',
    personal: {
      buyer_hash: customer(
        'hash of a buyer who wants no requests for reviews',
        { kept: 'so that they are not asked again' },
        hash,
      ),
    },
  },
  review_pictures: none('path'),
  review_reports: {
    other: '',
    personal: {
      source_hash: customer(
        'hash of a network address block',
        { kept: 'it names no account, and is deleted when the report is handled' },
        hash,
      ),
    },
    retention: { days: 90, after: 'created_at' },
  },
  review_requests: none(''),
  review_votes: {
    other: '',
    personal: {
      voter_hash: customer('hash of an account or a browser', 'deleted', hash),
      source_hash: customer('hash of a network address block; emptied after a day', 'deleted', hash),
    },
    rowsOf: `voter_hash = encode(sha256(convert_to(review_id::text || chr(10) || {id}::text, 'UTF8')), 'hex')`,
    deletesRows: true,
    retention: { days: 1, after: 'created_at', where: `source_hash <> ''`, set: `source_hash = ''` },
  },
  reviews: {
    other: 'import_key rejection_reason variant_label answer',
    personal: {
      ...columnsAs('name title body', customer('review of a product', 'deleted', 'records')),
      search_text: customer('review of a product', 'deleted', { omitted: 'the same text for the search' }),
      buyer_hash: customer('hash of the mailbox or account of the buyer', 'deleted', hash),
    },
    rowsOf: `order_id in (${ordersOf})`,
    deletesRows: true,
  },
};
