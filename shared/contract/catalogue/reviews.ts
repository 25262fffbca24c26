import { z } from 'zod';
import { maxReviewPictures, reportReasons } from '../../products/review-rules.ts';
import { line, longText, requiredLine, searchField } from '../text-fields.ts';
import { paging, queryFlag, queryInteger } from '../wire.ts';

const stars = z.int('Choose 1 to 5 stars').min(1, 'Choose 1 to 5 stars').max(5, 'Choose 1 to 5 stars');

/** Where a review comes from: a delivered order, the file of another system, or the demo shop. */
const reviewSource = z.enum(['order', 'import', 'demo']);
export const reviewStatus = z.enum(['pending', 'published', 'rejected']);
export type ReviewStatus = z.infer<typeof reviewStatus>;

/** A published review as everybody sees it. `title`, `text`, `variant` and `answer` may be empty. */
export const review = z.object({
  _id: z.string(),
  source: reviewSource,
  stars: z.number(),
  title: z.string(),
  text: z.string(),
  name: z.string(),
  variant: z.string(),
  images: z.array(z.string()),
  answer: z.string(),
  helpful: z.number(),
  createdAt: z.string(),
});
export type Review = z.infer<typeof review>;

export const reviewSort = z.enum(['helpful', 'newest', 'highest', 'lowest']);
export type ReviewSort = z.infer<typeof reviewSort>;

/** Query of `GET /products/{id}/reviews`. */
export const reviewQuery = z.object({
  page: paging.page,
  limit: queryInteger(1, 50).default(10),
  sort: reviewSort.default('helpful'),
  stars: queryInteger(1, 5).optional(),
  photos: queryFlag.optional(),
});
export type ReviewQuery = z.infer<typeof reviewQuery>;

/**
 * One page of the reviews of a product, and figures of all of them. `isDemo`: they are those of the demo shop, which are
 * shown only while the product has no other review.
 */
export const reviewList = z.object({
  reviews: z.array(review),
  total: z.number(),
  pages: z.number(),
  page: z.number(),
  summary: z.object({
    isDemo: z.boolean(),
    count: z.number(),
    /** The average, to one decimal; 0 without reviews. */
    rating: z.number(),
    /** How many have 1, 2, 3, 4 and 5 stars. */
    byStars: z.array(z.number()),
    withPhotos: z.number(),
  }),
});
export type ReviewList = z.infer<typeof reviewList>;

/** The signed part of a link in a mail that asks for reviews. */
const reviewLink = z.string().max(200).optional();

/** Query of `GET /order/{id}/reviews`: the order key or the link of the mail. */
export const orderReviewQuery = z.object({ key: z.string().max(200).optional(), link: reviewLink });

/** Body of `PUT /order/{id}/reviews/{product}`. */
export const reviewRequest = z.object({
  name: requiredLine('Name', 60),
  stars,
  title: line('Title', 120),
  text: longText('Review', 5000),
  images: z
    .array(z.string().regex(/^uploads\/review\/[A-Za-z0-9]{1,64}\.webp$/, 'Not a photograph of a review'))
    .max(maxReviewPictures, `At most ${maxReviewPictures} photographs`),
  link: reviewLink,
});
export type ReviewRequest = z.infer<typeof reviewRequest>;

/** The review of a buyer as they see it themselves. */
export const ownReview = review
  .omit({ helpful: true, source: true })
  .extend({ status: reviewStatus, rejectionReason: z.string() });
export type OwnReview = z.infer<typeof ownReview>;

/** Reply of `GET /order/{id}/reviews`: the products of an order, each with the buyer's review. */
export const orderReviews = z.object({
  /** Only a delivered order can be reviewed. */
  isDelivered: z.boolean(),
  /** The name to show with a new review: the first name and an initial. */
  name: z.string(),
  products: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      slug: z.string(),
      image: z.string().nullable(),
      variant: z.string(),
      review: ownReview.nullable(),
    }),
  ),
});
export type OrderReviews = z.infer<typeof orderReviews>;

export const reviewPicture = z.object({ path: z.string() });

/** Body of `POST /reviews/{id}/helpful`. `voter` is a random text that the browser keeps. */
export const voteRequest = z.object({
  voter: z.string().min(8).max(64),
  helpful: z.boolean('Must be true or false'),
});
export const voteReply = z.object({ helpful: z.number() });

const reportReason = z.enum(reportReasons);
export const reportRequest = z.object({ reason: reportReason });

/** A review in the back office. */
export const adminReview = review.extend({
  status: reviewStatus,
  rejectionReason: z.string(),
  product: z.object({ _id: z.string(), name: z.string(), slug: z.string() }),
  order: z.object({ _id: z.string(), number: z.string() }).nullable(),
  /** The open reports of shoppers, by reason. */
  reports: z.array(z.object({ reason: reportReason, count: z.number() })),
});
export type AdminReview = z.infer<typeof adminReview>;

/** Query of `GET /reviews`. `show`: reviews of a status, or those that shoppers have reported. */
export const adminReviewQuery = z.object({
  ...paging,
  show: z.enum([...reviewStatus.options, 'reported']).optional(),
  search: searchField,
});
export type AdminReviewQuery = z.infer<typeof adminReviewQuery>;

/**
 * Body of `POST /reviews/decide`. Reports of these reviews count as handled. The buyer sees the reason of a rejection.
 */
export const decideRequest = z.object({
  ids: z.array(z.uuid('Not an id')).min(1, 'Choose reviews').max(100, 'At most 100 reviews at once'),
  status: z.enum(['published', 'rejected']),
  reason: line('Reason', 300).default(''),
});
export type DecideRequest = z.infer<typeof decideRequest>;
export const decideReply = z.object({ changed: z.number() });

/** Body of `PUT /reviews/{id}/answer`; an empty answer removes it. */
export const answerRequest = z.object({ answer: longText('Answer', 3000) });

/** What waits for the shop. */
export const reviewCounts = z.object({ pending: z.number(), reported: z.number(), questions: z.number() });

/** Reply of `POST /reviews/import/plan`: what an import of the file would do. At most 500 of the skipped lines. */
export const reviewImportPlan = z.object({
  format: z.enum(['judgeme', 'shopify', 'loox']),
  /** The reviews to add, how many of them are published at once, and for how many products. */
  ready: z.number(),
  published: z.number(),
  products: z.number(),
  /** The reviews that were imported before. */
  known: z.number(),
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  skippedCount: z.number(),
  /** Columns that have values and are not imported. */
  unread: z.array(z.string()),
});
export type ReviewImportPlan = z.infer<typeof reviewImportPlan>;
export const reviewImportResult = z.object({ added: z.number() });
