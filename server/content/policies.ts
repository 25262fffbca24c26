import {
  type Policy,
  type PolicyRequest,
  type PolicyTemplate,
  policyNeeds,
  policyType,
  sectionNeeds,
} from '../../shared/contract/policies.ts';
import { changesBetween, recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Actor, Admin, Deps } from '../deps.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { can } from '../permissions.ts';
import { sanitise } from '../sanitise.ts';
import * as queries from './policy-queries.ts';
import type { PolicyFacts } from './policy-sentences.ts';
import { policyTemplates, templateText } from './policy-templates.ts';

/** The four policies (spec §7 Policies). Inactive ones are visible to admins only. */
export function policies({ db }: Deps, actor: Actor) {
  const visibility = can(actor, 'policies.edit') ? 'admin' : 'shopper';
  return {
    /** Returns a policy by id or type with its rich text as safe HTML. 404 if absent, or inactive for the public. */
    async getPolicy(idOrType: string): Promise<Policy> {
      return presentPolicy(mustExist(await queries.findPolicy(db, idOrType, visibility)));
    },

    async listPolicies(): Promise<Policy[]> {
      return (await queries.listPolicies(db, visibility)).map(presentPolicy);
    },
  };
}

/** Policies in the back office. */
export function policyAdmin(deps: Deps, admin: Admin) {
  const { db, jobs } = deps;
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>) =>
    transaction(db, async (trx) => {
      await queries.lockPolicies(trx);
      const result = await work(trx);
      // It may contradict the settings now, or no longer.
      await jobs.enqueue(trx, 'health', {});
      return result;
    });
  const record = (trx: Trx, action: string, { id: subject, type }: queries.PolicyRow, more: object = {}) =>
    recordAudit(trx, admin, { action: `policy.${action}`, subject, detail: { type, ...more } });

  return {
    /** The templates with what the settings say now. */
    async listPolicyTemplates(): Promise<PolicyTemplate[]> {
      return policyTemplates(await readSiteInfo(db));
    },

    /**
     * Creates or updates the policy of a type. 400 for empty or unreadable text; 409 `policy_changed` with the current
     * policy as `data` if `version` is not the current version.
     */
    async savePolicy({
      type,
      version,
      ...input
    }: PolicyRequest): Promise<{ policy: Policy; isCreated: boolean }> {
      const text = await sanitiseText(deps, input);
      return inTransaction(async (trx) => {
        const current = await queries.findPolicy(trx, type, 'admin');
        if (version !== undefined && version !== (current?.version ?? 0)) throw changedConflict(current);
        const row = current
          ? await queries.updatePolicy(trx, current.id, text)
          : await queries.insertPolicy(trx, type, text);
        const detail = current && { changes: changesBetween(logFields(current), logFields(row)) };
        await record(trx, current ? 'update' : 'create', row, detail);
        return { policy: presentPolicy(row), isCreated: !current };
      });
    },

    /** Replaces demo policies with drafts, as a new shop has them. Returns their number. */
    async removeDemoPolicies(): Promise<number> {
      return inTransaction(async (trx) => {
        const types = new Set((await queries.listDemoPolicies(trx)).map(({ type }) => type));
        for (const template of policyTemplates(await readSiteInfo(trx))) {
          if (!types.has(template.type)) continue;
          await record(
            trx,
            'update',
            await queries.replaceByDraft(trx, template.type, await templateText(template)),
          );
        }
        return types.size;
      });
    },

    /** Shows an inactive policy to the public, or hides an active one. 404. */
    async togglePolicy(idOrType: string): Promise<Policy> {
      return inTransaction(async (trx) => {
        const { id } = mustExist(await queries.findPolicy(trx, idOrType, 'admin'));
        const row = await queries.togglePolicy(trx, id);
        await record(trx, row.isActive ? 'show' : 'hide', row);
        return presentPolicy(row);
      });
    },

    /** Removes a policy; its page says that it is not available. 404. */
    async deletePolicy(idOrType: string): Promise<void> {
      await inTransaction(async (trx) => {
        const row = mustExist(await queries.findPolicy(trx, idOrType, 'admin'));
        await queries.deletePolicy(trx, row.id);
        await record(trx, 'delete', row);
      });
    },
  };
}

/** Rewrites the drafts that nobody has edited, so that they promise what the settings say. */
export async function fillDrafts(trx: Trx, facts: PolicyFacts): Promise<void> {
  for (const template of policyTemplates(facts))
    await queries.updateDraft(trx, template.type, await templateText(template));
}

/** Counts the policies that are still demo content. */
export const countDemoPolicies = async ({ db }: Pick<Deps, 'db'>): Promise<number> =>
  (await queries.listDemoPolicies(db)).length;

/** Renders the policies that an earlier version of the shop stored without HTML. */
export async function renderPolicies(db: Database): Promise<void> {
  const rows = await queries.listUnrendered(db);
  if (rows.length === 0) return;
  // Loaded when it is first needed (decision 56).
  const { sanitiseRichText } = await import('../rich-text.ts');
  const renderStored = (content: string) => {
    const text = sanitiseRichText(content);
    return 'html' in text ? { html: text.html, words: text.words } : { html: null, words: '' };
  };
  for (const row of rows) {
    const { title, content, sections } = queries.policyText.parse(row);
    await queries.setRendered(db, row, {
      title,
      content,
      ...renderStored(content),
      sections: sections.map((section) => ({ ...section, ...renderStored(section.content) })),
    });
  }
}

/** The text of a policy without markup, as the audit log compares it. */
function logFields(row: queries.PolicyRow): object {
  const { title, words, sections } = queries.policyText.parse(row);
  return {
    title,
    content: words ?? '',
    sections: sections.map(({ heading, words }) => ({ heading, content: words ?? '' })),
  };
}

function mustExist(row: queries.PolicyRow | undefined): queries.PolicyRow {
  if (!row) throw notFound('Please check back later.');
  return row;
}

/** Sanitises the rich text and numbers the sections in their order. 400 for empty or unreadable text. */
async function sanitiseText(
  { workers }: Pick<Deps, 'workers'>,
  { title, content, sections }: Omit<PolicyRequest, 'type' | 'version'>,
): Promise<queries.PolicyText> {
  const fieldOf = (i: number) => (i === 0 ? 'content' : `sections.${i - 1}.content`);
  const given = [content, ...sections.map((section) => section.content)];
  const texts = await sanitise(
    workers,
    given.map((text, i) => ({ field: fieldOf(i), given: text })),
  );
  const required = (i: number, message: string) => {
    const text = texts[i];
    if (!text?.words) throw badField(fieldOf(i), message);
    return text;
  };
  return {
    title,
    ...required(0, policyNeeds),
    sections: sections
      .map(({ heading, order }, i) => ({
        heading,
        ...required(i + 1, sectionNeeds),
        order: order ?? i,
      }))
      .toSorted((a, b) => a.order - b.order)
      .map((section, order) => ({ ...section, order })),
  };
}

const changedConflict = (current: queries.PolicyRow | undefined) =>
  conflict('policy_changed', 'Someone else has changed this policy in the meantime.', {
    extra: { data: current ? presentPolicy(current) : null },
  });

/** A policy as calls return it. */
export function presentPolicy(row: queries.PolicyRow): Policy {
  const { title, content, html, sections } = queries.policyText.parse(row);
  return {
    _id: row.id,
    type: policyType.parse(row.type),
    title,
    content,
    html,
    sections: sections.toSorted((a, b) => a.order - b.order).map(({ words: _, ...section }) => section),
    isActive: row.isActive,
    version: row.version,
    lastUpdated: row.lastUpdated.toISOString(),
  };
}
