import type { MatchingCustomers } from '../../shared/contract/accounts/customers.ts';
import { findUser, mailShopperInvitation } from '../accounts/accounts.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import * as changes from './change-queries.ts';

/** How many invitations are mailed in a minute: mail servers take many at once for spam. */
const atOnce = 100;

/** Invitations of customers to their accounts. */
export const invitations = ({ db }: Pick<Deps, 'db'>, admin: Admin) => ({
  /**
   * Asks for the invitation of these customers, or of all that match; those who have no account of a former shop, no
   * e-mail address, or have signed in are left out. Returns how many will get one; the job of the minute mails them.
   */
  inviteCustomers: (
    asked: { ids: string[] } | { matching: MatchingCustomers },
  ): Promise<{ invited: number }> =>
    transaction(db, async (trx) => {
      const invited = await changes.askForInvitations(trx, asked);
      const detail = { customers: invited };
      await recordAudit(trx, admin, { action: 'customer.invite', subject: '', detail });
      return { invited };
    }),
});

/** Runs each minute: mails the invitations that were asked for, the earliest first. */
export async function mailDueInvitations(deps: Deps): Promise<void> {
  for (const id of await changes.listToInvite(deps.db, atOnce))
    await transaction(deps.db, async (trx) => {
      const userId = await changes.claimInvitation(trx, id, deps.clock.now());
      const account = userId && (await findUser(trx, userId));
      if (account) await mailShopperInvitation(deps, trx, account);
    });
}
