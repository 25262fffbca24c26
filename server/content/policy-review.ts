import type { OutdatedSentence, PolicyReview, PolicyType } from '../../shared/contract/policies.ts';
import type { Database, Trx } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import { presentPolicy } from './policies.ts';
import { contradictionsIn } from './policy-claims.ts';
import * as queries from './policy-queries.ts';
import {
  type PolicyFacts,
  type Sentences,
  sentencesOf,
  statementKeys,
  statements,
} from './policy-sentences.ts';
import { policyTemplates } from './policy-templates.ts';

const keysOf = (type: string) =>
  statementKeys.filter((key) => statements[key].types.some((item) => item === type));

/** The plain text of a policy, a paragraph on each line. */
const textOf = (row: queries.PolicyRow): string => {
  const { words, sections } = queries.policyText.parse(row);
  return [words, ...sections.map((section) => section.words)].filter(Boolean).join('\n');
};

/**
 * When settings change: remembers which of the sentences that are not true any more each policy has. Returns whether
 * policies may have become true or untrue.
 */
export async function rememberStated(trx: Trx, before: PolicyFacts, after: PolicyFacts): Promise<boolean> {
  const [was, is] = [sentencesOf(before), sentencesOf(after)];
  const different = statementKeys.filter((key) => was[key] !== is[key]);
  const changed = different.filter((key) => was[key] !== undefined);
  if (different.length === 0) return false;
  for (const row of await queries.listPolicies(trx, 'admin')) {
    const text = textOf(row);
    const found = changed.filter((key) => keysOf(row.type).includes(key) && text.includes(was[key] ?? ''));
    if (found.length === 0) continue;
    const stated = { ...queries.statedIn(row), ...Object.fromEntries(found.map((key) => [key, was[key]])) };
    await queries.setStated(trx, row.id, stated);
  }
  return true;
}

/** The sentences of a policy that settings have made untrue, with what is true now. */
function findOutdated(row: queries.PolicyRow, facts: PolicyFacts): OutdatedSentence[] {
  const text = textOf(row);
  const current = sentencesOf(facts);
  const stated: Sentences = queries.statedIn(row);
  const known = keysOf(row.type).flatMap((about) => {
    const says = stated[about];
    return says && says !== current[about] && text.includes(says) ? [{ about, says }] : [];
  });
  const isTrue = (says: string) => Object.values(current).some((sentence) => sentence.includes(says));
  const written = contradictionsIn(text, facts).filter(
    ({ about, says }) =>
      statements[about].types.some((type) => type === row.type) &&
      !isTrue(says) &&
      !known.some((item) => item.says.includes(says) || item.about === about),
  );
  return known.concat(written).map(({ about, says }) => ({
    says,
    now: current[about] ?? '',
    setting: statements[about].setting,
    path: statements[about].path,
  }));
}

/** Each policy beside its draft from the settings, with the sentences of published ones that are not true any more. */
export async function reviewPolicies(db: Database): Promise<PolicyReview[]> {
  const [facts, rows] = await Promise.all([readSiteInfo(db), queries.listPolicies(db, 'admin')]);
  return policyTemplates(facts).map((template) => {
    const row = rows.find(({ type }) => type === template.type);
    return {
      template,
      policy: row ? presentPolicy(row) : null,
      isDraft: row !== undefined && isSameText(row, template),
      outdated: row?.isActive ? findOutdated(row, facts) : [],
    };
  });
}

/** Whether a policy has the text of the draft, apart from its markup. */
function isSameText(row: queries.PolicyRow, { title, sections }: PolicyReview['template']): boolean {
  const policy = queries.policyText.parse(row);
  const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, '');
  const own = policy.sections.map(({ heading, html }) => heading + plain(html ?? ''));
  return (
    policy.title === title &&
    own.join('\n') === sections.map((item) => item.heading + plain(item.content)).join('\n')
  );
}

/** The published policies that settings contradict. */
export async function listOutdatedPolicies(db: Database): Promise<PolicyType[]> {
  const reviews = await reviewPolicies(db);
  return reviews.flatMap(({ template, outdated }) => (outdated.length > 0 ? [template.type] : []));
}
