import { z } from 'zod';
import { emailField } from './checkout.ts';

const line = (what: string, most: number) =>
  z
    .string(`${what} is required`)
    .transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())
    .pipe(z.string().min(1, `${what} is required`).max(most, `${what} is too long`));

/** Body of `POST /contact` (spec §7 Contact, contract §5). `website` is a trap: people don't see it, robots fill it. */
export const contactRequest = z.object({
  name: line('Name', 100),
  email: emailField,
  subject: line('Subject', 200),
  message: z
    .string('Message is required')
    .trim()
    .min(1, 'Message is required')
    .max(5000, 'Message is too long'),
  website: z.string().max(1000).nullish(),
});
export type ContactRequest = z.infer<typeof contactRequest>;

export const contactReply = z.object({ success: z.literal(true), message: z.string(), ticket: z.string() });
