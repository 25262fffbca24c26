import {
  adminQuestion,
  adminQuestionQuery,
  questionChange,
  questionList,
  questionQuery,
  questionRequest,
} from '../catalogue/questions.ts';
import {
  adminReview,
  adminReviewQuery,
  answerRequest,
  decideReply,
  decideRequest,
  orderReviewQuery,
  orderReviews,
  reportRequest,
  reviewCounts,
  reviewImportPlan,
  reviewImportResult,
  reviewList,
  reviewPicture,
  reviewQuery,
  reviewRequest,
  voteReply,
  voteRequest,
} from '../catalogue/reviews.ts';
import { page, tagged } from './call.ts';

const { anyone, own, proof, admin } = tagged('Reviews');

export const reviewCalls = {
  'GET /products/:id/reviews': anyone('listReviews', 'List the published reviews of a product', {
    query: reviewQuery,
    reply: reviewList,
    isCached: true,
  }),
  'GET /products/:id/questions': anyone('listQuestions', 'List the answered questions about a product', {
    query: questionQuery,
    reply: questionList,
    isCached: true,
  }),
  'POST /products/:id/questions': anyone('askQuestion', 'Ask the shop about a product', {
    body: questionRequest,
    reply: 'done',
    status: 201,
    limit: true,
  }),
  'GET /order/:id/reviews': own(
    'orders.viewAll',
    'listOwnReviews',
    'List the products of an order with the reviews of the buyer',
    { query: orderReviewQuery, reply: orderReviews, limit: 120 },
  ),
  'PUT /order/:id/reviews/:product': proof('saveReview', 'Write or change the review of a product', {
    body: reviewRequest,
    reply: orderReviews,
    errors: ['not_delivered', 'not_found'],
    limit: true,
  }),
  'POST /order/:id/review-pictures': proof('uploadReviewPicture', 'Upload a photograph for a review', {
    query: orderReviewQuery,
    files: ['image'],
    reply: reviewPicture,
    status: 201,
    errors: ['not_delivered', 'not_found'],
    limit: true,
  }),
  'POST /order/:id/review-requests/stop': proof(
    'stopReviewRequests',
    'Send the buyer of an order no further mails that ask for reviews',
    { query: orderReviewQuery, reply: 'done', errors: ['not_found'], limit: true },
  ),
  'POST /reviews/:id/helpful': anyone('voteForReview', 'Mark a review as helpful, or take that back', {
    body: voteRequest,
    reply: voteReply,
    limit: 'address',
  }),
  'POST /reviews/:id/report': anyone('reportReview', 'Report a review to the shop', {
    body: reportRequest,
    reply: 'done',
    status: 201,
    limit: 'address',
  }),
  'GET /reviews': admin('reviews.moderate', 'listAllReviews', 'List and search reviews', {
    query: adminReviewQuery,
    reply: page(adminReview),
  }),
  'GET /reviews/counts': admin('reviews.moderate', 'countWaitingReviews', 'Count what waits for the shop', {
    reply: reviewCounts,
    isBackground: true,
  }),
  'POST /reviews/decide': admin('reviews.moderate', 'decideReviews', 'Publish or reject reviews', {
    body: decideRequest,
    reply: decideReply,
  }),
  'PUT /reviews/:id/answer': admin('reviews.moderate', 'answerReview', 'Answer a review', {
    body: answerRequest,
    reply: adminReview,
  }),
  'POST /reviews/import/plan': admin(
    'reviews.moderate',
    'planReviewImport',
    'Preview the import of reviews from a CSV file',
    { files: ['file'], reply: reviewImportPlan },
  ),
  'POST /reviews/import': admin('reviews.moderate', 'importReviews', 'Import reviews from a CSV file', {
    files: ['file'],
    reply: reviewImportResult,
    status: 201,
  }),
  'GET /questions': admin('reviews.moderate', 'listAllQuestions', 'List and search questions', {
    query: adminQuestionQuery,
    reply: page(adminQuestion),
  }),
  'PUT /questions/:id': admin('reviews.moderate', 'answerQuestion', 'Answer or reject a question', {
    body: questionChange,
    reply: adminQuestion,
  }),
};
