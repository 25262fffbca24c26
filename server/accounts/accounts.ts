import type {
  ActivateRequest,
  AddressRequest,
  CheckGuestQuery,
  LoginRequest,
  ProfileRequest,
  RegisterRequest,
} from '../../shared/contract/accounts.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { unauthorized } from '../errors.ts';
import { anonymiseOrders } from '../orders/orders.ts';
import { deleteAccount, exportPersonalData } from './account-deletion.ts';
import { askForLink, sendLink } from './account-mails.ts';
import { activate, checkGuest } from './activate.ts';
import { addressBook } from './addresses.ts';
import { backOffice } from './back-office.ts';
import { resetPassword } from './password-reset.ts';
import { presentUser } from './present.ts';
import { type Bearer, confirmEmail, sendConfirmation, updateProfile } from './profile.ts';
import * as queries from './queries.ts';
import { register } from './register.ts';
import { login } from './sign-in.ts';
import { isTokenValid } from './token-queries.ts';
import { hashToken } from './tokens.ts';

export { activationLink } from './account-mails.ts';
export { addAdmin, resetAdmin } from './admins.ts';
export { ensureFirstAdmin } from './first-admin.ts';
export { findUser, listAdminEmails } from './queries.ts';

/** People, their sessions and what they keep here (contract §4). Each verb names its errors where it is written. */
export function accounts(deps: Deps, actor: Actor) {
  const me = () => {
    if (actor.kind === 'guest') throw unauthorized();
    return actor.userId;
  };

  return {
    login: (request: LoginRequest, userAgent: string) => login(deps, actor, request, userAgent),
    register: (request: RegisterRequest, userAgent: string) => register(deps, request, userAgent),

    /** Ends the session of this token; one that is none is no error. */
    logout: (token: string) => queries.deleteSession(deps.db, hashToken(token)),
    /** Ends every session of whoever asks, this one too. */
    logoutEverywhere: () => queries.deleteSessions(deps.db, me()),

    /** Whoever asks; 401 for nobody. */
    async whoAmI() {
      const account = await queries.findUser(deps.db, me());
      if (!account) throw unauthorized();
      return presentUser(account);
    },

    checkGuest: (proof: CheckGuestQuery) => checkGuest(deps, proof),
    activate: (request: ActivateRequest) => activate(deps, request),

    /** The same for every address: who has an account is not told. */
    forgotPassword: (email: string) => askForLink(deps, email),
    resetPassword: (token: string, password: string) => resetPassword(deps, token, password),

    updateProfile: (request: ProfileRequest, bearer: Bearer) => updateProfile(deps, me(), request, bearer),
    sendConfirmation: () => sendConfirmation(deps, me()),
    confirmEmail: (token: string) => confirmEmail(deps, me(), token),

    listAddresses: () => addressBook(deps, me()).list(),
    addAddress: (address: AddressRequest) => addressBook(deps, me()).add(address),
    editAddress: (id: string, address: AddressRequest) => addressBook(deps, me()).edit(id, address),
    removeAddress: (id: string) => addressBook(deps, me()).remove(id),

    personalData: () => exportPersonalData(deps, me()),
    deleteAccount: (currentPassword: string) => deleteAccount(deps, me(), currentPassword),

    ...backOffice(deps, actor),
  };
}

/** The living session of a token, if any. */
export async function findSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) {
  if (token.length > 200) return undefined;
  return queries.findSession(db, hashToken(token), clock.now());
}

/** Whether the one-time token of a mail would still open something. */
export const isLinkValid = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string): Promise<boolean> =>
  isTokenValid(db, hashToken(token), clock.now());

/** Whether an e-mail has an account. */
export const hasAccount = async (db: Database | Trx, email: string): Promise<boolean> =>
  (await queries.findByEmail(db, email)) !== undefined;

/** The background work of accounts. */
export const accountTasks = (deps: Deps) => ({
  'account-link': (asked: { email: string; request: string }) => sendLink(deps, asked),
});

/** Each minute: sessions and links that have run out, and what is still known of people who have left. */
export async function tidyAccounts({ db, clock }: Deps): Promise<void> {
  await queries.deleteExpired(db, clock.now());
  await anonymiseOrders(db);
}
