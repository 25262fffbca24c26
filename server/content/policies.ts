import {
  type Policy,
  type PolicyRequest,
  type PolicyTemplate,
  policyNeeds,
  sectionNeeds,
} from '../../shared/contract/policies.ts';
import { changesBetween, recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { cleanRichText, renderRichText, wordsOf } from '../rich-text.ts';
import * as queries from './policy-queries.ts';
import { policyTemplates } from './policy-templates.ts';

/** The four policies (spec §7 Policies): everybody reads the active ones, admins write. */
export function policies({ db }: Deps, actor: Actor) {
  const visibility = actor.kind === 'admin' ? 'admin' : 'shopper';
  const write = <T>(work: (trx: Trx) => Promise<T>) =>
    transaction(db, async (trx) => {
      await queries.lockPolicies(trx);
      return work(trx);
    });
  const note = (trx: Trx, action: string, row: queries.PolicyRow, more: object = {}) =>
    recordAudit(trx, actor, {
      action: `policy.${action}`,
      subject: row.id,
      detail: { type: row.type, ...more },
    });

  return {
    /** A policy by id or type, its rich text rendered and safe to show. 404 when absent, or inactive to the public. */
    async getPolicy(idOrType: string): Promise<Policy> {
      return presentPolicy(found(await queries.findPolicy(db, idOrType, visibility)));
    },

    async listPolicies(): Promise<Policy[]> {
      return (await queries.listPolicies(db, visibility)).map(presentPolicy);
    },

    listPolicyTemplates: (): PolicyTemplate[] => policyTemplates,

    /**
     * Makes the policy of a type, or changes it. 400 for what is blank or can't be read; 409 `policy_changed` with
     * the one that stands by now as `data` where the writer saw another.
     */
    async savePolicy({ type, version, ...input }: PolicyRequest): Promise<{ policy: Policy; made: boolean }> {
      const text = cleanText(input);
      return write(async (trx) => {
        const now = await queries.findPolicy(trx, type, 'admin');
        if (version !== undefined && version !== (now?.version ?? 0)) throw changedMeanwhile(now);
        const row = now
          ? await queries.updatePolicy(trx, now.id, text)
          : await queries.insertPolicy(trx, type, text);
        if (now) await note(trx, 'update', row, { changes: changesBetween(logged(now), logged(row)) });
        else await note(trx, 'create', row);
        return { policy: presentPolicy(row), made: !now };
      });
    },

    /** Replaces demo policies by their template. Returns how many. */
    async removeDemoPolicies(): Promise<number> {
      return write(async (trx) => {
        const rows = await queries.listDemoPolicies(trx);
        for (const { id, type } of rows) {
          const template = policyTemplates.find((each) => each.type === type);
          const sections = (template?.sections ?? []).map((section, order) => ({ ...section, order }));
          if (template)
            await note(trx, 'update', await queries.updatePolicy(trx, id, { ...textOf(template), sections }));
        }
        return rows.length;
      });
    },

    /** Shows an inactive policy to the public, or hides an active one. 404. */
    async togglePolicy(idOrType: string): Promise<Policy> {
      return write(async (trx) => {
        const { id } = found(await queries.findPolicy(trx, idOrType, 'admin'));
        const row = await queries.togglePolicy(trx, id);
        await note(trx, row.isActive ? 'show' : 'hide', row);
        return presentPolicy(row);
      });
    },

    /** Removes a policy; its page says that it is not available. 404. */
    async deletePolicy(idOrType: string): Promise<void> {
      await write(async (trx) => {
        const row = found(await queries.findPolicy(trx, idOrType, 'admin'));
        await queries.deletePolicy(trx, row.id);
        await note(trx, 'delete', row);
      });
    },
  };
}

/** How many policies are still demo content. */
export const countDemoPolicies = async ({ db }: Pick<Deps, 'db'>): Promise<number> =>
  (await queries.listDemoPolicies(db)).length;

const textOf = ({ title, content }: PolicyTemplate) => ({ title, content });

/** What the log compares: the words of a policy, without their markup. */
function logged(row: queries.PolicyRow): object {
  const sections = row.sections as queries.PolicyText['sections'];
  return {
    title: row.title,
    content: wordsOf(row.content),
    sections: sections.map(({ heading, content }) => ({ heading, content: wordsOf(content) })),
  };
}

function found(row: queries.PolicyRow | undefined): queries.PolicyRow {
  if (!row) throw notFound('Please check back later.');
  return row;
}

/** What may be stored: rich text sanitised, sections numbered in their order. Throws 400. */
function cleanText({
  title,
  content,
  sections,
}: Omit<PolicyRequest, 'type' | 'version'>): queries.PolicyText {
  const ordered = sections
    .map((section, i) => ({
      heading: section.heading,
      content: richText(section.content, `sections.${i}.content`, sectionNeeds),
      order: section.order ?? i,
    }))
    .toSorted((a, b) => a.order - b.order)
    .map((section, order) => ({ ...section, order }));
  return { title, content: richText(content, 'content', policyNeeds), sections: ordered };
}

function richText(given: string, field: string, needed: string): string {
  if (!given.trim()) throw badField(field, needed);
  const text = cleanRichText(given);
  if (text === null) throw badField(field, 'Invalid content');
  if (!wordsOf(text)) throw badField(field, needed);
  return text;
}

const changedMeanwhile = (now: queries.PolicyRow | undefined) =>
  conflict('policy_changed', 'Someone else changed this policy meanwhile.', {
    extra: { data: now ? presentPolicy(now) : null },
  });

function presentPolicy(row: queries.PolicyRow): Policy {
  const sections = row.sections as queries.PolicyText['sections'];
  return {
    _id: row.id,
    type: row.type as Policy['type'],
    title: row.title,
    content: row.content,
    html: renderRichText(row.content),
    sections: sections
      .toSorted((a, b) => a.order - b.order)
      .map((section) => ({ ...section, html: renderRichText(section.content) })),
    isActive: row.isActive,
    version: row.version,
    lastUpdated: row.lastUpdated.toISOString(),
  };
}
