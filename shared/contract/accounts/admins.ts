import { z } from 'zod';
import { permission } from '../../permissions.ts';
import { rupeesAmount } from '../wire.ts';
import { nameField } from './accounts.ts';
import { emailField } from './contact-fields.ts';

const roleName = z.object({ _id: z.string(), name: z.string() });
/** The limits for each refund, and for all refunds of one admin in a day in India. In rupees; null for no limit. */
const refundLimits = { refundLimit: z.number().nullable(), dailyRefundLimit: z.number().nullable() };

/** Reply of `GET /auth/admin/me`: the role of the caller, and what it allows. */
export const me = z.object({
  role: roleName,
  permissions: z.array(permission),
  ...refundLimits,
  /** Whether they must set up a second factor before anything else. */
  needsSecondFactor: z.boolean(),
});
export type Me = z.infer<typeof me>;

/** A role with the number of its admins. */
export const role = roleName.extend({
  /** Its permissions can't be changed. */
  builtIn: z.boolean(),
  permissions: z.array(permission),
  ...refundLimits,
  admins: z.number(),
});
export type Role = z.infer<typeof role>;

/** Body of the calls that create or change a role. Implied permissions are added. */
export const roleChange = z.object({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(60, 'Name is too long'),
  permissions: z.array(permission).max(permission.options.length),
  refundLimit: rupeesAmount.nullable(),
  dailyRefundLimit: rupeesAmount.nullable(),
});
export type RoleChange = z.infer<typeof roleChange>;

/** An admin in the list of admins. */
export const adminPerson = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleName,
  /** They can't sign in. */
  disabled: z.boolean(),
  /** They have not set their password yet. */
  invited: z.boolean(),
  /** Null before the first sign-in. */
  lastSignInAt: z.string().nullable(),
  /** Whether this is the caller. */
  isYou: z.boolean(),
});
export type AdminPerson = z.infer<typeof adminPerson>;

const roleId = z.string('Role is required').min(1, 'Role is required').max(100);

/** Body of `POST /auth/admin/admins`. A shopper's account becomes an admin's only if `promote` is set. */
export const inviteRequest = z.object({
  name: nameField,
  email: z.string('Email is required').trim().min(1, 'Email is required').pipe(emailField),
  role: roleId,
  promote: z.boolean().default(false),
});
export type InviteRequest = z.infer<typeof inviteRequest>;

/** Body of `PUT /auth/admin/admins/{id}`: omitted fields stay unchanged. */
export const staffChange = z.object({
  role: roleId.optional(),
  disabled: z.boolean().optional(),
});
export type StaffChange = z.infer<typeof staffChange>;
