import type {
  ContactListQuery,
  ContactQuery,
  ContactRequest,
} from '../../shared/contract/accounts/contact.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { queueMail } from '../mail/mail.ts';
import { hourlyOfBlock, takeQuota } from '../quotas.ts';
import * as queries from './contact-queries.ts';
import { getSettings } from './site-info.ts';

/**
 * The most contact queries that are mailed in an hour, in all and of one address block, so that a flood of them can't fill
 * the shop's mailbox, and a flood from one network leaves mails to others.
 */
const maxMailsPerHour = 30;
const maxMailsOfBlock = 10;

/**
 * Stores a contact query and mails it to the shop (spec §7 Contact). Returns its ticket. A query in which the hidden
 * field is filled in comes from a bot and is discarded. Beyond what is mailed in an hour, queries are only stored, and
 * the last mail says so.
 */
export async function sendQuery(
  deps: Deps,
  { website, ...query }: ContactRequest,
  address: string,
): Promise<string> {
  if (website) return formatTicket(Math.floor(Math.random() * 9000) + 1000);
  const recipient = hourlyOfBlock('contact query', address, maxMailsOfBlock);
  const isOfFlood = await takeQuota(deps, { kind: 'mail', address: null, recipient });
  return transaction(deps.db, async (trx) => {
    await queries.lockMailing(trx);
    const mailed = await queries.countMailedOfLastHour(trx);
    const isMailed = !isOfFlood && mailed < maxMailsPerHour;
    const ticket = formatTicket(await queries.insertContactQuery(trx, { ...query, isMailed }));
    const { seller } = await getSettings(trx);
    if (seller.email && isMailed) {
      const isLast = mailed + 1 === maxMailsPerHour;
      await queueQueryMail(deps, trx, { ...query, ticket, shopEmail: seller.email, isLast });
    }
    return ticket;
  });
}

/** Contact queries in the back office. */
export function contactAdmin(deps: Deps, admin: Admin) {
  const { db, clock } = deps;

  /** Changes an existing query. `work` returns whether it changed anything; only then is the change recorded. */
  const change = (id: string, action: string, work: (trx: Trx, query: LockedQuery) => Promise<boolean>) =>
    transaction(db, async (trx) => {
      const query = isId(id) ? await queries.lockContactQuery(trx, id) : undefined;
      if (!query) throw queryNotFound();
      if (!(await work(trx, query))) return;
      const detail = { ticket: formatTicket(query.ticket) };
      await recordAudit(trx, admin, { action: `contact.${action}`, subject: id, detail });
    });

  const getQuery = async (id: string): Promise<ContactQuery> => {
    const row = await queries.findContactQuery(db, id);
    if (!row) throw queryNotFound();
    return presentQuery(row);
  };

  return {
    /** Returns one page of the matching queries, newest first, and their total number. */
    async listQueries(query: ContactListQuery) {
      const { rows, total } = await queries.listContactQueries(db, query);
      return { items: rows.map(presentQuery), total };
    },

    countUnread: async () => ({ unread: await queries.countUnread(db) }),

    /** Marks a query as read or unread. 404. */
    async setQueryRead(id: string, read: boolean): Promise<ContactQuery> {
      await change(id, read ? 'read' : 'unread', async (trx, { readAt }) => {
        if ((readAt !== null) === read) return false;
        await queries.updateContactQuery(trx, id, { readAt: read ? clock.now() : null });
        return true;
      });
      return getQuery(id);
    },

    /** Mails a reply to the sender, stores it and marks the query as read. 404. */
    async replyToQuery(id: string, message: string): Promise<ContactQuery> {
      await change(id, 'reply', async (trx, query) => {
        const mailId = await queueReplyMail(deps, trx, query, message);
        const { userId } = admin;
        await queries.insertReply(trx, { queryId: id, userId, message, mailId, createdAt: clock.now() });
        await queries.updateContactQuery(trx, id, { readAt: query.readAt ?? clock.now() });
        return true;
      });
      return getQuery(id);
    },

    /** Removes a query from the list; the record stays. 404. */
    async deleteQuery(id: string): Promise<void> {
      await change(id, 'delete', async (trx) => {
        await queries.updateContactQuery(trx, id, { deletedAt: clock.now() });
        return true;
      });
    },
  };
}

type LockedQuery = NonNullable<Awaited<ReturnType<typeof queries.lockContactQuery>>>;

const formatTicket = (ticket: number) => `Q-${ticket}`;
const queryNotFound = () => notFound('This query does not exist.');

function presentQuery(row: queries.ContactQueryRow): ContactQuery {
  const { id, ticket, readAt, createdAt, replies, ...query } = row;
  return {
    _id: id,
    ticket: formatTicket(ticket),
    ...query,
    createdAt: createdAt.toISOString(),
    read: readAt !== null,
    replies: replies.map(({ id: _id, message, createdAt: time, by, mail }) => ({
      _id,
      message,
      by: by ?? '',
      at: new Date(time).toISOString(),
      mail,
    })),
  };
}

const queueQueryMail = (
  deps: Deps,
  trx: Trx,
  query: Omit<ContactRequest, 'website'> & { ticket: string; shopEmail: string; isLast: boolean },
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
        { facts: Object.entries({ From: query.name, Email: query.email, Ticket: query.ticket }) },
        { quote: query.message },
        'Reply to this email to answer.',
        ...(query.isLast ? [tooManyQueries] : []),
        {
          button: 'Open in the back office',
          url: `${deps.config.publicUrl}/admin/contact-queries?search=${query.ticket}`,
        },
      ],
    },
  });

const tooManyQueries = `More than ${maxMailsPerHour} queries have arrived within an hour. Further ones are not mailed for now: read them in the back office.`;

const queueReplyMail = (deps: Deps, trx: Trx, query: LockedQuery, message: string) =>
  queueMail(deps, trx, {
    kind: 'contact-reply',
    to: query.email,
    subject: `Re: [${formatTicket(query.ticket)}] ${query.subject}`,
    content: {
      preview: message.slice(0, 100),
      heading: `Re: ${query.subject}`,
      parts: [message, `You wrote to us (${formatTicket(query.ticket)}):`, { quote: query.message }],
    },
  });
