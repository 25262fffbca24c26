import { z } from 'zod';
import { line, number, reviews } from '../fields.ts';

/** What buyers say: published reviews of the shop. */
export const quotes = z.object({
  heading: line({ label: 'Heading' }, 120, 'What our customers say'),
  reviews: reviews({ label: 'Reviews', hint: 'The newest ones have four or five stars.' }),
  count: number({ label: 'How many of the newest' }, { min: 1, max: 6, preset: 3 }),
});
