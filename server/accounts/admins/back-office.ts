import type { Me } from '../../../shared/contract/accounts/admins.ts';
import type { Admin, Deps } from '../../deps.ts';
import { unauthorized } from '../../errors.ts';
import { startAssertion } from '../passkeys.ts';
import { findRole } from '../queries/role-queries.ts';
import { secondFactors } from '../second-factor.ts';
import { presentRole, roles } from './roles.ts';
import { staff } from './staff.ts';

/** The admins of the shop and their roles, and the role of one of them. */
export function accountAdmin(deps: Deps, admin: Admin) {
  return {
    ...staff(deps, admin),
    ...roles(deps, admin),
    ...secondFactors(deps, admin),

    startPasskeyStepUp: () => startAssertion(deps, admin.userId, 'preferred'),

    /** The role of the caller, and what it allows. */
    async getMe(): Promise<Me> {
      const role = await findRole(deps.db, admin.roleId);
      if (!role) throw unauthorized();
      const { _id, name, permissions, refundLimit, dailyRefundLimit } = presentRole({ ...role, admins: 0 });
      const { needsSecondFactor } = admin;
      return { role: { _id, name }, permissions, refundLimit, dailyRefundLimit, needsSecondFactor };
    },
  };
}
