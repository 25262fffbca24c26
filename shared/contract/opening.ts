import { z } from 'zod';
import { emailField } from './accounts/contact-fields.ts';
import { longText, requiredLine } from './text-fields.ts';
import { paging } from './wire.ts';

/** A time in which the shop takes no orders; its pages stay. `until`: the day in India on which it takes orders again. */
export const holiday = z.object({ note: z.string(), until: z.string() });
export type Holiday = z.infer<typeof holiday>;

/** A link that shows the shop before it is open; `token` is a part of its address. */
const previewLink = z.object({ _id: z.string(), name: z.string(), token: z.string(), createdAt: z.string() });

/** Whether the storefront is open, as stored. */
export const opening = z.object({
  isOpen: z.boolean().default(true),
  /** When the shop was opened for the first time; null before that, and for shops that were open from the start. */
  openedAt: z.string().nullable().default(null),
  /** What the page “Opening soon” shows besides the name of the shop: a text, and the path of a picture. */
  text: z.string().default(''),
  picture: z.string().default(''),
  /** The password that lets visitors in before the opening; empty for none. */
  accessCode: z.string().default(''),
  /** What the browsers of visitors with the password remember; a new password has a new one. */
  accessToken: z.string().default(''),
  links: z.array(previewLink).default([]),
  holiday: holiday.nullable().default(null),
  /** Whether those who signed up for it are told by mail that the shop is open. */
  tellsSignUps: z.boolean().default(false),
});
export type Opening = z.infer<typeof opening>;

/** Reply of `GET /settings/opening`. `signUps`: how many people asked for a mail when the shop opens. */
export const openingAdmin = opening
  .omit({ accessToken: true, tellsSignUps: true })
  .extend({ signUps: z.number() });
export type OpeningAdmin = z.infer<typeof openingAdmin>;

export const maxPreviewLinks = 20;

const sitePicture = z
  .string('Not a picture of this shop')
  .regex(/^(uploads\/site\/[A-Za-z0-9_]{1,64}\.webp)?$/, 'Not a picture of this shop');

/** Body of `PUT /settings/opening`. An empty password lets nobody in. */
export const openingChange = z
  .object({
    text: longText('The text', 500),
    picture: sitePicture,
    accessCode: z
      .string('The password must be a text')
      .trim()
      .refine((text) => text === '' || text.length >= 4, 'At least 4 characters')
      .max(100, 'At most 100 characters'),
  })
  .partial();
export type OpeningChange = z.infer<typeof openingChange>;

/** Body of `POST /settings/opening/links`. */
export const previewLinkRequest = z.object({ name: requiredLine('The name', 60) });

/** Body of `POST /settings/opening/close`: without `holiday` the whole storefront closes. */
export const closeRequest = z.object({
  holiday: z
    .object({ note: longText('The note', 300), until: z.iso.date('Enter a day') })
    .nullable()
    .default(null),
});
export type CloseRequest = z.infer<typeof closeRequest>;

/** Body of `POST /settings/opening/open`. `mails`: the people who signed up are told by mail. */
export const openRequest = z.object({ mails: z.boolean('Must be true or false').default(false) });

/** What a visitor agrees to who leaves an address on the page “Opening soon”. */
export const signUpConsent = (shopName: string): string =>
  `${shopName} may email me once, when the shop opens. I can withdraw this at any time.`;

/** Body of `POST /opening/sign-ups`. */
export const signUpRequest = z.object({
  email: emailField,
  agrees: z.literal(true, 'Tick the box to agree'),
});

/** Body of `POST /opening/access`. */
export const accessRequest = z.object({
  password: z.string('Password is required').trim().min(1, 'Password is required').max(100),
});

/** What the page “Opening soon” shows besides the site information. */
export type OpeningPage = Pick<Opening, 'text' | 'picture'> & { hasPassword: boolean; consent: string };

/** A person who asked for a mail when the shop opens. `mailedAt`: when it was sent. */
export const signUp = z.object({
  _id: z.string(),
  email: z.string(),
  consent: z.string(),
  createdAt: z.string(),
  mailedAt: z.string().nullable(),
});
export const signUpQuery = z.object(paging);
export type SignUpQuery = z.infer<typeof signUpQuery>;
