import { z } from 'zod';
import { readFile, readPicture } from '../http/form.ts';
import type { Handlers } from '../http/handlers.ts';

const noFile = 'Please choose a CSV file';

/** Reviews and questions of products. */
export const reviewHandlers = {
  'GET /products/:id/reviews': async ({ shop, params, query }) => {
    const { _id } = await shop.catalogue.getProduct(params.id);
    return shop.reviews.list(_id, query);
  },
  'GET /products/:id/questions': async ({ shop, params, query }) => {
    const { _id } = await shop.catalogue.getProduct(params.id);
    return shop.reviews.listQuestions(_id, query);
  },
  'POST /products/:id/questions': async ({ shop, params, body }) => {
    const { _id } = await shop.catalogue.getProduct(params.id);
    return shop.reviews.ask(_id, body);
  },
  'GET /order/:id/reviews': ({ shop, params, query, orderKey: key }) =>
    shop.reviews.listOwn(params.id, { key, link: query.link }),
  'PUT /order/:id/reviews/:product': ({ shop, params, body, orderKey }) =>
    shop.reviews.saveReview(params.id, params.product, body, orderKey),
  'POST /order/:id/review-pictures': async ({ shop, params, query, orderKey: key, request }) => {
    // Nothing of a stranger's body is read.
    await shop.reviews.requireDelivered(params.id, { key, link: query.link });
    return shop.reviews.storePicture(await readPicture(request));
  },
  'POST /order/:id/review-requests/stop': ({ shop, params, query, orderKey: key }) =>
    shop.reviews.stopRequests(params.id, { key, link: query.link }),
  'POST /reviews/:id/helpful': ({ shop, params, body }) =>
    shop.reviews.vote(params.id, body.voter, body.helpful),
  'POST /reviews/:id/report': ({ shop, params, body }) => shop.reviews.report(params.id, body.reason),
  'GET /reviews': ({ backOffice, query }) => backOffice.reviews.listReviews(query),
  'GET /reviews/counts': ({ backOffice }) => backOffice.reviews.countWaiting(),
  'POST /reviews/decide': ({ backOffice, body }) => backOffice.reviews.decide(body),
  'PUT /reviews/:id/answer': ({ backOffice, params, body }) =>
    backOffice.reviews.answerReview(params.id, body.answer),
  'POST /reviews/import/plan': async ({ backOffice, request }) =>
    backOffice.reviews.planImport((await readFile(request, noFile, z.object({}))).bytes),
  'POST /reviews/import': async ({ backOffice, request }) => {
    const { bytes, name } = await readFile(request, noFile, z.object({}));
    return backOffice.reviews.importReviews(bytes, name);
  },
  'GET /questions': ({ backOffice, query }) => backOffice.reviews.listQuestions(query),
  'PUT /questions/:id': ({ backOffice, params, body }) => backOffice.reviews.answerQuestion(params.id, body),
} satisfies Partial<Handlers>;
