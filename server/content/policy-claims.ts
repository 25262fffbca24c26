import type { DeliveryTerms } from '../../shared/contract/orders/delivery.ts';
import { deliverySummaryOf } from '../../shared/orders/delivery.ts';
import { type PolicyFacts, type Statement, statementKeys } from './policy-sentences.ts';

/** The sentences of a plain text. An abbreviation or an amount does not end one. */
const sentencesIn = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?])(?<!\b(?:Rs|Re|No)\.)\s+(?=\p{Lu}|\p{Lo}|\d)/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** The days in a sentence, such as `7 days`, `5-7 working days` and `two weeks`. */
function daysIn(sentence: string): number[] {
  const found = sentence.matchAll(
    /(\d+)(?:\s*(?:-|–|to|or)\s*(\d+))?[\s-]*(?:(?:business|working|calendar)[\s-]*)?(day|week|hour)s?\b/gi,
  );
  return [...found].flatMap(([, from = '', to = from, unit = '']) => {
    const factor = unit.toLowerCase() === 'week' ? 7 : unit.toLowerCase() === 'hour' ? 1 / 24 : 1;
    return [Number(from) * factor, Number(to) * factor];
  });
}

const rupeesIn = (sentence: string): number[] =>
  [...sentence.matchAll(/(?:₹|\bRs\.?|\bINR)\s*([\d,]+(?:\.\d\d?)?)/gi)].map(([, amount = '']) =>
    Number(amount.replaceAll(',', '')),
  );

const denies = /\b(?:no|not|never|cannot|unavailable)\b|n[’']t\b/i;

/** Whether a sentence written by hand says something else than the settings. Only what can be read surely counts. */
type Check = (sentence: string, facts: PolicyFacts) => boolean;

const termsOf = ({ delivery }: Pick<PolicyFacts, 'delivery'>): DeliveryTerms[] =>
  [delivery.elsewhere].concat(delivery.zones);

/** Whether the days of a sentence are those of no zone. Without days in the settings nothing is known. */
function differs(days: number[], known: ({ min: number; max: number } | undefined)[]): boolean {
  const ranges = known.flatMap((range) => range ?? []);
  if (days.length === 0 || ranges.length === 0) return false;
  const numbers = ranges.flatMap(({ min, max }) => [min, max]);
  const longest = Math.max(...days);
  return !ranges.some(({ max }) => max === longest) || !days.every((number) => numbers.includes(number));
}

const checks: Partial<Record<Statement, Check>> = {
  returns: (sentence, { returnDays }) =>
    returnDays !== null &&
    /\breturn(?:s|ed|ing|able)?\b/i.test(sentence) &&
    !/\b(?:refund|inspect|credit|repl(?:y|ies)|respon|collect|pick)/i.test(sentence) &&
    daysIn(sentence).some((number) => number !== returnDays),
  dispatch: (sentence, facts) =>
    /\b(?:dispatch\w*|ships?|shipped)\b/i.test(sentence) &&
    !/\b(?:deliver|transit|arriv)/i.test(sentence) &&
    differs(
      daysIn(sentence),
      termsOf(facts).map(({ days }) => days?.dispatch),
    ),
  transit: (sentence, facts) =>
    /\b(?:deliver(?:y|ed|ies)|transit|arrives?)\b/i.test(sentence) &&
    !/\b(?:dispatch|ships?\b|return|refund|damage|report)/i.test(sentence) &&
    differs(
      daysIn(sentence),
      termsOf(facts).map(({ days }) => days?.transit),
    ),
  charge(sentence, { delivery }) {
    if (!/\b(?:shipping|delivery)\b/i.test(sentence) || /return|cash on delivery|\bCOD\b/i.test(sentence))
      return false;
    const { rates, freeFrom, varies } = deliverySummaryOf(delivery);
    const isFree = !varies && rates.every(({ amount }) => amount === 0);
    const amounts = rupeesIn(sentence);
    const promisesFree = /\bfree\b/i.test(sentence) && !denies.test(sentence) && amounts.length === 0;
    if (promisesFree) return !isFree && !/\b(?:some|selected|most|certain|pickup)\b/i.test(sentence);
    const known = termsOf({ delivery }).flatMap(({ rates: steps, freeFrom: limit }) =>
      steps.flatMap(({ amount, from }) => [amount, from]).concat(limit ?? []),
    );
    return amounts.some((amount) => !known.concat(freeFrom ?? []).includes(amount));
  },
  cod: (sentence, { codEnabled }) =>
    !codEnabled &&
    /\bcash on delivery\b|\bCOD\b|\bpay(?:ment)? on delivery\b/i.test(sentence) &&
    !denies.test(sentence),
};

/** The sentences of a text that contradict the settings, each with what it is about. */
export const contradictionsIn = (text: string, facts: PolicyFacts): { about: Statement; says: string }[] =>
  sentencesIn(text).flatMap((says) =>
    statementKeys.flatMap((about) => (checks[about]?.(says, facts) ? [{ about, says }] : [])),
  );
