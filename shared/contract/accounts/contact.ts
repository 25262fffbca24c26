import { z } from 'zod';
import { requiredLine, requiredText, searchField } from '../text-fields.ts';
import { paging, queryFlag } from '../wire.ts';
import { emailField } from './contact-fields.ts';

/** Body of `POST /contact` (spec §7 Contact, contract §5). `website` is a hidden field that only bots fill in. */
export const contactRequest = z.object({
  name: requiredLine('Name', 100),
  email: emailField,
  subject: requiredLine('Subject', 200),
  message: requiredText('Message', 5000),
  website: z.string().max(1000).nullish(),
});
export type ContactRequest = z.infer<typeof contactRequest>;

export const contactReply = z.object({ success: z.literal(true), message: z.string(), ticket: z.string() });

/** A contact query as admins see it (spec §3), with its replies. `mail` is the delivery status of a reply. */
export const contactQuery = z.object({
  _id: z.string(),
  ticket: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: z.string(),
  read: z.boolean(),
  replies: z.array(
    z.object({
      _id: z.string(),
      message: z.string(),
      by: z.string(),
      at: z.string(),
      mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
    }),
  ),
});
export type ContactQuery = z.infer<typeof contactQuery>;

/** Query of `GET /contact`. `search` matches ticket, name, e-mail, subject and message. */
export const contactListQuery = z.object({
  ...paging,
  unread: queryFlag.default(false),
  search: searchField,
});
export type ContactListQuery = z.infer<typeof contactListQuery>;

/** Reply of `GET /contact/unread`. */
export const unreadCount = z.object({ unread: z.number() });

/** Body of `PATCH /contact/{id}`. */
export const readChange = z.object({ read: z.boolean('Must be true or false') });

/** Body of `POST /contact/{id}/reply`. */
export const replyRequest = z.object({ message: requiredText('Reply', 5000) });
