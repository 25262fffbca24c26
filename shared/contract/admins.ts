import { z } from 'zod';
import { givenPassword, nameField } from './accounts.ts';
import { emailField } from './checkout.ts';

/** Someone who may work in the back office. */
export const adminPerson = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Null for who has not signed in yet. */
  lastSignInAt: z.string().nullable(),
  /** Whether this is who asks. */
  isYou: z.boolean(),
});
export type AdminPerson = z.infer<typeof adminPerson>;

/** Body of `POST /auth/admin/admins`. A shopper's account becomes an admin's only where `promote` says so. */
export const addAdminRequest = z.object({
  name: nameField,
  email: z.string('Email is required').trim().min(1, 'Email is required').pipe(emailField),
  promote: z.boolean().default(false),
  currentPassword: givenPassword,
});
export type AddAdminRequest = z.infer<typeof addAdminRequest>;

/** The password is in this answer alone. The schema names it `secret`: it is for one pair of eyes, once. */
export const addAdminReply = z.object({ admin: adminPerson, secret: z.string() });
export type AddAdminReply = z.infer<typeof addAdminReply>;

/** Body of `DELETE /auth/admin/admins/{id}`. */
export const removeAdminRequest = z.object({ currentPassword: givenPassword });

/** A sign-in that still holds. */
export const adminSession = z.object({
  _id: z.string(),
  /** What the browser calls itself. */
  device: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  isThis: z.boolean(),
});
export type AdminSession = z.infer<typeof adminSession>;
