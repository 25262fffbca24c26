import type { SettingsOf } from '../schemas.ts';

/** The questions that have an answer, without repeats. */
export const answered = ({ questions }: SettingsOf<'questions'>) =>
  questions.filter(
    ({ question, answer }, index) =>
      question && answer.html && questions.findIndex((item) => item.question === question) === index,
  );
