import { setImmediate } from 'node:timers/promises';
import type { Product, Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import type { ImportFields } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { isLost } from '../../../shared/spreadsheets.ts';
import type { Database } from '../../db/database.ts';
import { variantsAfter } from './changes.ts';
import { matchCombinations } from './combinations.ts';
import type { ReadFile } from './formats/read.ts';
import { BadLine, inputOf } from './input.ts';
import { type BadRow, type ImportItem, withoutLetters } from './item.ts';
import { readAttributes } from './item-attributes.ts';
import { type Match, matchItems } from './match.ts';
import { reasonOf } from './prepare.ts';
import { readSkus } from './skus.ts';
import { withStoredValues } from './stored-values.ts';

/** A product of a file that can be imported. */
export type Checked = {
  item: ImportItem;
  /** The product that it changes. */
  now: Product | undefined;
  /** The products one of which it may be, if the admin was asked. */
  question: Product[];
  /** The combinations of the product that the file does not name. */
  unnamed: Variant[];
};
/** One that is left out until the admin gives an answer, or another one: which product it is, or what is removed. */
export type Asked = Checked & { message: string };

/** What an admin has answered in the preview. */
export type Answers = Pick<ImportFields, 'answers' | 'remove'>;

const newProduct: Match = { now: undefined, question: [], isAnswered: true, not: [] };

/** Other requests are served after this number of items. */
export const itemsAtOnce = 20;

/**
 * Checks which products of a file can be written, and which ones need an answer of the admin. Returns the other rows with
 * the reason.
 */
export async function checkFile(
  db: Database,
  { items, bad }: ReadFile,
  { answers, remove }: Answers,
): Promise<{ good: Checked[]; asked: Asked[]; bad: BadRow[] }> {
  const rejected = [...bad];
  const valid: ImportItem[] = [];
  for (const { problems, ...item } of items) {
    const [problem = problemOf(item)] = problems;
    if (problem) rejected.push({ name: nameOf(item), ...problem });
    else valid.push(item);
  }
  const matches = await matchItems(db, valid, answers);
  const skus = await readSkus(db, valid);
  const attributes = await readAttributes(db);
  const isRepeated = readRepeats();
  const confirmed = new Set(remove);
  const good: Checked[] = [];
  const asked: Asked[] = [];
  for (const [i, read] of valid.entries()) {
    if (i % itemsAtOnce === 0) await setImmediate();
    const { now, question, isAnswered, not } = matches.get(read) ?? newProduct;
    if (!isAnswered) {
      asked.push({ item: read, now: undefined, unnamed: [], question, message: questionOf(question) });
      continue;
    }
    // Stored values are found by SKU, which a repeated one can't do.
    const restored = withStoredValues(skus.separate(read, now), now);
    const placed = withCategory(attributes.withStored(restored, now), now);
    const item = { ...withRemovals(placed, now, confirmed), not };
    const { unnamed, fits } = matchCombinations(item, now);
    const problem =
      isRepeated(item) ?? lostName(item) ?? skus.problemOf(item, now) ?? writingProblem(item, now);
    const checked = { item, now, question, unnamed };
    if (!problem) good.push(checked);
    // Another answer may be right.
    else if (question.length > 0 || (!fits && item.remove?.length !== unnamed.length))
      asked.push({ ...checked, message: problem.message });
    else rejected.push({ name: nameOf(item), ...problem });
  }
  return { good, asked, bad: rejected.toSorted((a, b) => a.line - b.line) };
}

/** The name of a product in messages; a file that changes products need not contain their names. */
export const nameOf = ({ name, label, address, slug }: ImportItem): string =>
  name || label || address || slug;

const questionOf = ([first, ...others]: Product[]) =>
  `Is this the same product as “${first?.name}”${others.length > 0 ? ' or another one' : ''}? Answer in the preview to import it`;

type Problem = { line: number; message: string } | undefined;

const problemOf = ({ line, name }: ImportItem): Problem =>
  name === '' ? { line, message: 'Product name is required' } : undefined;

const lostName = ({ line, name = '' }: ImportItem): Problem =>
  isLost(name) ? { line, message: withoutLetters(name) } : undefined;

/** Finds a product that an earlier item of the file is already, and a new one with the same ID. */
function readRepeats(): (item: ImportItem) => Problem {
  const lines = new Map<string, number>();
  return ({ line, product = 'new', source, address }) => {
    const key = product === 'new' ? JSON.stringify(source ?? address ?? line) : product;
    const earlier = lines.get(key);
    lines.set(key, earlier ?? line);
    return earlier === undefined ? undefined : { line, message: `This product is on line ${earlier} too` };
  };
}

/** The item with the product that it was found to be, and with those combinations to remove that it does not name. */
function withRemovals(item: ImportItem, now: Product | undefined, confirmed: Set<string>): ImportItem {
  const { unnamed } = matchCombinations(item, now);
  const removed = unnamed.flatMap(({ _id }) => (confirmed.has(_id) ? _id : []));
  return { ...item, product: now?._id ?? 'new', remove: removed };
}

/** The item with the category that its file gives a product without one. */
const withCategory = (item: ImportItem, now: Product | undefined): ImportItem =>
  item.firstCategory && item.category === undefined && !now?.category
    ? { ...item, ...item.firstCategory }
    : item;

function writingProblem(item: ImportItem, now: Product | undefined): Problem {
  try {
    variantsAfter(now, inputOf(item, now, new Map()).input);
    return undefined;
  } catch (error) {
    return { line: error instanceof BadLine ? error.line : item.line, message: reasonOf(error) };
  }
}
