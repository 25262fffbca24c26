import type { User } from '../../shared/contract/accounts.ts';
import type { UserRow } from './queries.ts';

/** A row of users as she sees herself: nothing of how she signs in. */
export function presentUser(row: UserRow): User {
  return {
    _id: row.id,
    name: row.name,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    altMobile: row.altMobile ?? '',
    isAdmin: row.isAdmin,
    emailVerified: row.emailVerifiedAt !== null,
    pendingEmail: row.pendingEmail ?? '',
  };
}
