import type { ShownSection } from '../page.ts';
import { answered } from './answered.ts';

/** The questions of a page for search engines; none for a page without them. */
export function questionsData(sections: ShownSection[]): object[] {
  const questions = sections.flatMap(({ kind, settings }) =>
    kind === 'questions' ? answered(settings) : [],
  );
  if (questions.length === 0) return [];
  return [
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer.html },
      })),
    },
  ];
}
