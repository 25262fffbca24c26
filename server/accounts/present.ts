import type { Selectable } from 'kysely';
import type { User } from '../../shared/contract/accounts/accounts.ts';
import type { Passkey } from '../../shared/contract/accounts/second-factor.ts';
import type { Passkeys } from '../db/schema.ts';
import type { UserRow } from './queries/queries.ts';

/** An account as its owner sees it, without password hash. */
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
    isProvisional: row.mustChangePassword,
    hasPriceLists: row.hasPriceLists,
  };
}

/** A passkey as its owner sees it. */
export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: Selectable<Passkeys>): Passkey => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
