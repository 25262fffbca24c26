import { z } from 'zod';
import { givenPassword, nameField } from './accounts.ts';
import { emailField } from './checkout.ts';

/** An admin in the list of admins. */
export const adminPerson = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Null before the first sign-in. */
  lastSignInAt: z.string().nullable(),
  /** Whether this is the caller. */
  isYou: z.boolean(),
});
export type AdminPerson = z.infer<typeof adminPerson>;

/** Body of `POST /auth/admin/admins`. A shopper's account becomes an admin's only if `promote` is set. */
export const addAdminRequest = z.object({
  name: nameField,
  email: z.string('Email is required').trim().min(1, 'Email is required').pipe(emailField),
  promote: z.boolean().default(false),
  currentPassword: givenPassword,
});
export type AddAdminRequest = z.infer<typeof addAdminRequest>;

/** `secret` is the generated password, which no other reply contains. */
export const addAdminReply = z.object({ admin: adminPerson, secret: z.string() });
export type AddAdminReply = z.infer<typeof addAdminReply>;

/** Body of `DELETE /auth/admin/admins/{id}`. */
export const removeAdminRequest = z.object({ currentPassword: givenPassword });

/** A valid session. */
export const adminSession = z.object({
  _id: z.string(),
  /** The User-Agent header at sign-in. */
  device: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  isThis: z.boolean(),
});
export type AdminSession = z.infer<typeof adminSession>;
