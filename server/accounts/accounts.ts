import type {
  ActivateRequest,
  AddressRequest,
  CheckGuestQuery,
  LoginRequest,
  ProfileRequest,
  RegisterRequest,
  SignInLinkRequest,
} from '../../shared/contract/accounts/accounts.ts';
import type { NewPasskey, Proof } from '../../shared/contract/accounts/second-factor.ts';
import type {
  CodeRequest,
  OrderCode,
  OrderCodeRequest,
  PasskeySignIn,
  SignInCodeRequest,
} from '../../shared/contract/accounts/sign-in.ts';
import type { Trx } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { unauthorized } from '../errors.ts';
import type { JobData } from '../jobs/jobs.ts';
import { requestLink, sendLink } from './account-mails.ts';
import { activate, checkGuest } from './activate.ts';
import { addressBook } from './addresses.ts';
import { exportPersonalData } from './export-personal-data.ts';
import { confirmOrderCode, requestOrderCode } from './order-codes.ts';
import { ownSessions } from './own-sessions.ts';
import { startAssertion } from './passkeys.ts';
import { resetPassword } from './passwords/password-reset.ts';
import { presentPasskey, presentUser } from './present.ts';
import { confirmEmail, sendConfirmation, updateProfile } from './profile.ts';
import { revokeCodes } from './queries/code-queries.ts';
import { listPasskeys } from './queries/factor-queries.ts';
import * as queries from './queries/queries.ts';
import { deleteAllSessions, deleteSession } from './queries/session-queries.ts';
import { findToken, revokeAllTokens } from './queries/token-queries.ts';
import { register } from './register.ts';
import type { SignInOrigin } from './sessions.ts';
import { shopperPasskeys, signInWithPasskey } from './shopper-passkeys.ts';
import { completeSignIn, findPendingAccount, signIn } from './sign-in.ts';
import { hasProvedMobile, requestSignInCode, sendSignInCode, signInWithCode } from './sign-in-codes.ts';
import { requestSignInLink, sendSignInLink } from './sign-in-link.ts';
import { confirmMobile, requestMobileCode } from './text-codes.ts';
import { hashToken } from './tokens.ts';

export { invitationLink, mailShopperInvitation } from './account-mails.ts';
export { namedAdmin } from './admins/admins.ts';
export { hasProvedMailbox, hasProvedNumber } from './order-codes.ts';
export { verifyCurrentPassword } from './profile.ts';
export { listAdminEmails } from './queries/admin-queries.ts';
export { countIfWrong, isUsedUp } from './queries/attempt-queries.ts';
export {
  deleteUnusedAccounts,
  findTakenContacts,
  findUnusedAccounts,
  insertMovedAccounts,
} from './queries/moved-queries.ts';
export { findByEmail, findUser, lockUser, updateUser } from './queries/queries.ts';
export { hashToken, newToken } from './tokens.ts';

/** Accounts, sessions and saved addresses (contract §4). Each verb documents its errors where it is defined. */
export function accounts(deps: Deps, actor: Actor) {
  const userId = () => {
    if (actor.kind === 'guest') throw unauthorized();
    return actor.userId;
  };

  const originOf = (
    userAgent: string,
    { device, link }: { device?: string | undefined; link?: string | undefined } = {},
  ): SignInOrigin => ({
    address: actor.address,
    userAgent,
    device: device ? hashToken(device) : null,
    link: link ? hashToken(link) : null,
  });

  return {
    login: (request: LoginRequest, userAgent: string) => signIn(deps, request, originOf(userAgent, request)),
    register: (request: RegisterRequest, userAgent: string) =>
      register(deps, request, originOf(userAgent, request)),
    /** Behaves the same for every account, known or not. */
    sendSignInLink: (request: SignInLinkRequest) => requestSignInLink(deps, request, actor.address),

    /** Behaves the same for every account, known or not. */
    requestSignInCode: (request: SignInCodeRequest) =>
      requestSignInCode(deps, request, originOf('', request)),
    signInWithCode: (request: CodeRequest, userAgent: string) =>
      signInWithCode(deps, request, originOf(userAgent, request)),
    requestMobileCode: (currentPassword: string) =>
      requestMobileCode(deps, userId(), { currentPassword, address: actor.address }),
    confirmMobile: (request: CodeRequest) => confirmMobile(deps, userId(), request),
    requestOrderCode: (to: OrderCodeRequest) => requestOrderCode(deps, to, actor.address),
    confirmOrderCode: (given: OrderCode) => confirmOrderCode(deps, given),

    /** How the account can sign in besides its password. 401. */
    getSignInMethods: () => getSignInMethods(deps, userId()),

    completeSignIn: (proof: Proof, token: string, userAgent: string) =>
      completeSignIn(deps, proof, token, { address: actor.address, userAgent }),
    startPasskeySignIn: async (token: string) =>
      startAssertion(deps, (await findPendingAccount(deps, token)).id, 'preferred'),
    startPasskeyLogin: () => startAssertion(deps, null, 'required'),
    signInWithPasskey: (request: PasskeySignIn, userAgent: string) =>
      signInWithPasskey(deps, request, originOf(userAgent, request)),
    startPasskey: (currentPassword: string) => shopperPasskeys(deps, userId()).start(currentPassword),
    addPasskey: (passkey: NewPasskey) => shopperPasskeys(deps, userId()).add(passkey),
    deletePasskey: (id: string) => shopperPasskeys(deps, userId()).remove(id),

    /** Ends the session of this token. An unknown token is no error. */
    logout: (token: string) => deleteSession(deps.db, hashToken(token)),
    sessions: ownSessions(deps, actor),

    /** The signed-in account. 401. */
    async getUser() {
      const account = await queries.findUser(deps.db, userId());
      if (!account) throw unauthorized();
      return presentUser(account);
    },

    checkGuest: (proof: CheckGuestQuery) => checkGuest(deps, proof),
    activate: (request: ActivateRequest) => activate(deps, request, actor.address),

    /** Behaves the same for every address, so that it does not reveal who has an account. */
    forgotPassword: (email: string) => requestLink(deps, email, actor.address),
    resetPassword: (token: string, password: string) =>
      resetPassword(deps, { token, password, address: actor.address }),

    updateProfile: (request: ProfileRequest, session: { token: string; userAgent: string }) =>
      updateProfile(deps, userId(), request, {
        token: session.token,
        isProved: actor.kind === 'admin' && actor.isProved,
        origin: originOf(session.userAgent),
      }),
    sendConfirmation: () => sendConfirmation(deps, userId(), actor.address),
    confirmEmail: (token: string) => confirmEmail(deps, userId(), token),

    listAddresses: () => addressBook(deps, userId()).list(),
    addAddress: (address: AddressRequest) => addressBook(deps, userId()).add(address),
    updateAddress: (id: string, address: AddressRequest) => addressBook(deps, userId()).update(id, address),
    deleteAddress: (id: string) => addressBook(deps, userId()).remove(id),

    exportPersonalData: () => exportPersonalData(deps, userId()),
  };
}

/** Whether the one-time token of a mail is still valid. */
export const isLinkValid = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) =>
  (await findToken(db, hashToken(token), clock.now())) !== undefined;

/**
 * Ends all sessions and revokes all mailed links, because a restored backup brings back those that were ended or used
 * after it. Returns the number of sessions.
 */
export async function endAllSessions(trx: Trx, now: Date): Promise<number> {
  await revokeAllTokens(trx, now);
  await revokeCodes(trx, now);
  return deleteAllSessions(trx);
}

/** The background work of accounts. */
export const accountTasks = (deps: Deps) => ({
  'account-link': (data: JobData['account-link']) => sendLink(deps, data),
  'sign-in-link': (data: JobData['sign-in-link']) => sendSignInLink(deps, data),
  'sign-in-code': (data: JobData['sign-in-code']) => sendSignInCode(deps, data),
});

async function getSignInMethods({ db, clock, config }: Deps, userId: string) {
  const account = await queries.findUser(db, userId);
  if (!account) throw unauthorized();
  const isOn = hasProvedMobile(account, clock.now());
  return {
    mobileCode: isOn ? ('on' as const) : config.texts ? ('off' as const) : ('unavailable' as const),
    passkeys: (await listPasskeys(db, account.id)).map(presentPasskey),
  };
}
