import type { AdminSession, Me } from '../../shared/contract/admins.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { notFound, unauthorized } from '../errors.ts';
import { findRole } from './role-queries.ts';
import { presentRole, roles } from './roles.ts';
import * as sessions from './session-queries.ts';
import { staff } from './staff.ts';
import { hashToken } from './tokens.ts';

/** The admins of the shop and their roles, and the own account of one of them. */
export function accountAdmin(deps: Deps, admin: Admin) {
  const { db, clock } = deps;
  const { userId } = admin;
  return {
    ...staff(deps, admin),
    ...roles(deps, admin),

    /** The role of the caller, and what it allows. */
    async getMe(): Promise<Me> {
      const role = await findRole(db, admin.roleId);
      if (!role) throw unauthorized();
      const { _id, name, permissions, refundLimit, dailyRefundLimit } = presentRole({ ...role, admins: 0 });
      return { role: { _id, name }, permissions, refundLimit, dailyRefundLimit };
    },

    /** Lists the valid sessions of the caller; `token` is that of the current one. */
    async listSessions(token: string): Promise<AdminSession[]> {
      const tokenHash = hashToken(token);
      return (await sessions.listSessions(db, userId, clock.now())).map((row) => ({
        _id: row.id,
        device: row.userAgent,
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        isThis: tokenHash.equals(row.tokenHash),
      }));
    },

    /** Ends one session of the caller. 404. */
    async endSession(id: string): Promise<void> {
      await transaction(db, async (trx) => {
        if (!isId(id) || !(await sessions.deleteOwnSession(trx, userId, id)))
          throw notFound('There is no such session.');
        await recordAudit(trx, admin, { action: 'session.end', subject: userId });
      });
    },

    /** Ends all sessions of the caller except the current one. */
    async endOtherSessions(token: string): Promise<void> {
      await transaction(db, async (trx) => {
        await sessions.deleteOtherSessions(trx, userId, hashToken(token));
        await recordAudit(trx, admin, { action: 'session.end-others', subject: userId });
      });
    },
  };
}
