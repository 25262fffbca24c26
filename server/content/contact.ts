import type { ContactListQuery, ContactQuery, ContactRequest } from '../../shared/contract/contact.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { queueMail } from '../mail/mail.ts';
import * as queries from './contact-queries.ts';
import { getSettings } from './settings.ts';

/** Contact queries (spec §7 Contact): anyone writes, admins read and answer. */
export function contact(deps: Deps, actor: Actor) {
  const { db, clock } = deps;

  /** Changes a query that is there; `work` says whether anything was to be changed, and only then it is noted. */
  const change = (id: string, action: string, work: (trx: Trx, query: LockedQuery) => Promise<boolean>) =>
    transaction(db, async (trx) => {
      const query = isId(id) ? await queries.lockContactQuery(trx, id) : undefined;
      if (!query) throw missing();
      if (!(await work(trx, query))) return;
      const detail = { ticket: ticketName(query.ticket) };
      await recordAudit(trx, actor, { action: `contact.${action}`, subject: id, detail });
    });

  const read = async (id: string): Promise<ContactQuery> => {
    const row = await queries.findContactQuery(db, id);
    if (!row) throw missing();
    return presentQuery(row);
  };

  return {
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

    /** One page of the queries, newest first, and how many match. */
    async listQueries({ page, limit, ...filter }: ContactListQuery) {
      const [rows, total] = await Promise.all([
        queries.listContactQueries(db, { page, limit, ...filter }),
        queries.countContactQueries(db, filter),
      ]);
      return { queries: rows.map(presentQuery), total };
    },

    async countUnread(): Promise<{ unread: number }> {
      return { unread: await queries.countContactQueries(db, { unread: true }) };
    },

    /** Marks a query as read or unread. 404. */
    async setQueryRead(id: string, wanted: boolean): Promise<ContactQuery> {
      await change(id, wanted ? 'read' : 'unread', async (trx, { readAt }) => {
        if ((readAt !== null) === wanted) return false;
        await queries.changeContactQuery(trx, id, { readAt: wanted ? clock.now() : null });
        return true;
      });
      return read(id);
    },

    /** Mails an answer to whoever wrote and keeps it; the query is read then. 404. */
    async replyToQuery(id: string, message: string): Promise<ContactQuery> {
      await change(id, 'reply', async (trx, query) => {
        const mailId = await mailReply(deps, trx, query, message);
        const userId = actor.kind === 'admin' ? actor.userId : null;
        await queries.insertReply(trx, { queryId: id, userId, message, mailId, createdAt: clock.now() });
        await queries.changeContactQuery(trx, id, { readAt: query.readAt ?? clock.now() });
        return true;
      });
      return read(id);
    },

    /** Takes a query off the list; the record stays. 404. */
    async deleteQuery(id: string): Promise<void> {
      await change(id, 'delete', async (trx) => {
        await queries.changeContactQuery(trx, id, { deletedAt: clock.now() });
        return true;
      });
    },
  };
}

type LockedQuery = NonNullable<Awaited<ReturnType<typeof queries.lockContactQuery>>>;

const ticketName = (ticket: number) => `Q-${ticket}`;
const missing = () => notFound('This query is not there.');

function presentQuery({
  id,
  ticket,
  readAt,
  createdAt,
  replies,
  ...said
}: queries.ContactQueryRow): ContactQuery {
  return {
    _id: id,
    ticket: ticketName(ticket),
    ...said,
    createdAt: createdAt.toISOString(),
    read: readAt !== null,
    replies: replies.map(({ id: _id, message, createdAt: at, by, mail }) => ({
      _id,
      message,
      by: by ?? '',
      at: new Date(at).toISOString(),
      mail,
    })),
  };
}

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
    content: {
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
        {
          button: 'Open in the back office',
          url: `${deps.config.publicUrl}/admin/contact-queries?search=${query.ticket}`,
        },
      ],
    },
  });

const mailReply = (deps: Deps, trx: Trx, query: LockedQuery, message: string) =>
  queueMail(deps, trx, {
    kind: 'contact-reply',
    to: query.email,
    subject: `Re: [${ticketName(query.ticket)}] ${query.subject}`,
    content: {
      preview: message.slice(0, 100),
      heading: `Re: ${query.subject}`,
      parts: [message, `You wrote to us (${ticketName(query.ticket)}):`, { quote: query.message }],
    },
  });
