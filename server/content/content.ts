import { type Policy, type SiteInfo, siteInfo } from '../../shared/contract/content.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import * as queries from './queries.ts';
import { renderRichText } from './rich-text.ts';
import { settingsSchema } from './settings.ts';

export { getSettings } from './settings.ts';

/** Policies and what the shop says of itself. */
export function content({ db, payments }: Deps, actor: Actor) {
  const sight = actor.kind === 'admin' ? 'admin' : 'shopper';
  return {
    /** A policy by id or type, its rich text rendered and safe to show. 404 when absent, or inactive to the public. */
    async getPolicy(idOrType: string): Promise<Policy> {
      const row = await queries.findPolicy(db, idOrType, sight);
      if (!row) throw notFound('Please check back later.');
      return presentPolicy(row);
    },

    async listPolicies(): Promise<Policy[]> {
      return (await queries.listPolicies(db, sight)).map(presentPolicy);
    },

    /** The public site information. */
    async getSiteInfo(): Promise<SiteInfo> {
      const row = await queries.getSiteInfo(db);
      const { asksForAddress } = settingsSchema.parse(row.settings);
      return siteInfo.parse({ ...(row.content as object), asksForAddress, testMode: payments.test });
    },
  };
}

function presentPolicy(row: queries.PolicyRow): Policy {
  const sections = row.sections as { heading: string; content: string; order: number }[];
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
    lastUpdated: row.lastUpdated.toISOString(),
  };
}
