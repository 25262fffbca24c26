import { z } from 'zod';
import { emailField } from '../accounts/contact-fields.ts';
import { longText, requiredLine, requiredText, searchField } from '../text-fields.ts';
import { paging, queryInteger } from '../wire.ts';
import { reviewStatus } from './reviews.ts';

/** A published question about a product, with the shop's answer. */
export const question = z.object({
  _id: z.string(),
  isDemo: z.boolean(),
  name: z.string(),
  text: z.string(),
  answer: z.string(),
  createdAt: z.string(),
});
export type Question = z.infer<typeof question>;

/** Query of `GET /products/{id}/questions`. */
export const questionQuery = z.object({ page: paging.page, limit: queryInteger(1, 50).default(10) });
export type QuestionQuery = z.infer<typeof questionQuery>;
export const questionList = z.object({
  questions: z.array(question),
  total: z.number(),
  pages: z.number(),
  page: z.number(),
});
export type QuestionList = z.infer<typeof questionList>;

/**
 * Body of `POST /products/{id}/questions`. An account with an e-mail address may leave out `email`. `website` is a
 * hidden field that only bots fill in.
 */
export const questionRequest = z.object({
  name: requiredLine('Name', 60),
  email: emailField.optional(),
  text: requiredText('Question', 2000),
  website: z.string().max(1000).nullish(),
});
export type QuestionRequest = z.infer<typeof questionRequest>;

/** A question in the back office. `email` is where the answer is mailed. */
export const adminQuestion = question.extend({
  status: reviewStatus,
  email: z.string(),
  product: z.object({ _id: z.string(), name: z.string(), slug: z.string() }),
});
export type AdminQuestion = z.infer<typeof adminQuestion>;

/** Query of `GET /questions`. */
export const adminQuestionQuery = z.object({
  ...paging,
  show: reviewStatus.optional(),
  search: searchField,
});
export type AdminQuestionQuery = z.infer<typeof adminQuestionQuery>;

/** Body of `PUT /questions/{id}`. A question is published with an answer only. */
export const questionChange = z.object({
  status: z.enum(['published', 'rejected']),
  answer: longText('Answer', 3000).default(''),
});
export type QuestionChange = z.infer<typeof questionChange>;
