import type { AuthReply } from '../../shared/contract/accounts/accounts.ts';
import type { NewPasskey } from '../../shared/contract/accounts/second-factor.ts';
import type { PasskeySignIn } from '../../shared/contract/accounts/sign-in.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest, forbidden, notFound, unauthorized } from '../errors.ts';
import { assertRoom, startAttestation, verifyAssertion, verifyAttestation } from './passkeys.ts';
import { presentUser } from './present.ts';
import { verifyCurrentPassword } from './profile.ts';
import * as queries from './queries/factor-queries.ts';
import { findUser, lockUser } from './queries/queries.ts';
import { mailPasskeyChanged } from './security-mails.ts';
import { openSession, type SignInOrigin } from './sessions.ts';

/**
 * The passkeys with which a shopper signs in without their password (decision 40). 403 for admins, whose are second
 * factors.
 */
export function shopperPasskeys(deps: Deps, userId: string) {
  const getShopper = async () => {
    const account = await findUser(deps.db, userId);
    if (!account) throw unauthorized();
    if (account.isAdmin) throw forbidden('Admins add passkeys in the back office.');
    return account;
  };

  return {
    /**
     * What the browser needs to create a passkey. Needs the password (400, 429), because a stolen session could add
     * one.
     */
    async start(currentPassword: string) {
      const account = await getShopper();
      await verifyCurrentPassword(deps, account, currentPassword);
      return startAttestation(deps, account, 'required');
    },

    /** Stores a new passkey; its challenge shows that the password was given. 400. */
    async add(given: NewPasskey): Promise<void> {
      await getShopper();
      const row = await verifyAttestation(deps, userId, given, 'required');
      await transaction(deps.db, async (trx) => {
        const account = await lockUser(trx, userId);
        if (!account || account.isAdmin) throw unauthorized();
        assertRoom(await queries.listPasskeys(trx, userId));
        await queries.insertPasskey(trx, row);
        await mailPasskeyChanged(deps, trx, account, 'added');
      });
    },

    /** Removes a passkey. 404. */
    async remove(id: string): Promise<void> {
      await getShopper();
      await transaction(deps.db, async (trx) => {
        const account = await lockUser(trx, userId);
        if (!account || account.isAdmin) throw unauthorized();
        if ((await queries.deletePasskey(trx, userId, id)) === undefined)
          throw notFound('There is no such passkey.');
        await mailPasskeyChanged(deps, trx, account, 'removed');
      });
    },
  };
}

/** Signs a shopper in with their passkey. 400 if it is wrong, or an admin's. */
export async function signInWithPasskey(
  deps: Deps,
  { passkey }: PasskeySignIn,
  origin: SignInOrigin,
): Promise<AuthReply> {
  const account = await findUser(deps.db, await verifyAssertion(deps, null, passkey, 'required'));
  if (!account || account.isAdmin) throw badRequest('This passkey can’t be used to log in here.');
  const token = await openSession(deps, account, origin, 'proved');
  return { success: true, message: 'Logged in successfully', token, user: presentUser(account) };
}
