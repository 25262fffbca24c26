import { z } from 'zod';
import { line, list, richText } from '../fields.ts';

/** Questions, each with an answer that opens. */
export const questions = z.object({
  heading: line({ label: 'Heading' }, 120, 'Questions and answers'),
  questions: list(
    { label: 'Questions', item: 'Question', max: 20 },
    z.object({
      question: line({ label: 'Question' }, 200),
      answer: richText({ label: 'Answer' }, 5000),
    }),
  ),
});
