import type { ContactRequest } from '../../shared/contract/contact.ts';
import { type Policy, type SiteInfo, siteInfo } from '../../shared/contract/content.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { queueMail } from '../mail/mail.ts';
import * as queries from './queries.ts';
import { renderRichText } from './rich-text.ts';
import { getSettings, settingsSchema } from './settings.ts';

export { getSettings } from './settings.ts';

/** Policies and what the shop says of itself. */
export function content(deps: Deps, actor: Actor) {
  const { db, payments } = deps;
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

    /** Keeps a contact query and mails it to the shop; gives its ticket. What fell into the trap is thrown away. */
    async sendQuery({ website, ...query }: ContactRequest): Promise<string> {
      if (website) return ticketName(Math.floor(Math.random() * 9000) + 1000);
      return transaction(db, async (trx) => {
        const ticket = ticketName(await queries.insertContactQuery(trx, query));
        const { seller } = await getSettings(trx);
        if (seller.email) await mailQuery(deps, trx, { ...query, ticket, shopEmail: seller.email });
        return ticket;
      });
    },
  };
}

const ticketName = (ticket: number) => `Q-${ticket}`;

const mailQuery = (
  deps: Deps,
  trx: Trx,
  query: Omit<ContactRequest, 'website'> & { ticket: string; shopEmail: string },
) =>
  queueMail(deps, trx, {
    kind: 'contact-query',
    dedupeKey: `contact-query:${query.ticket}`,
    to: query.shopEmail,
    replyTo: query.email,
    subject: `[${query.ticket}] ${query.subject}`,
    letter: {
      preview: `${query.name}: ${query.message.slice(0, 100)}`,
      heading: query.subject,
      parts: [
        {
          facts: [
            ['From', query.name],
            ['Email', query.email],
            ['Ticket', query.ticket],
          ],
        },
        { quote: query.message },
        'Answer this email to write back.',
        { button: 'Open in the back office', url: `${deps.config.publicUrl}/admin/contact-queries` },
      ],
    },
  });

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
