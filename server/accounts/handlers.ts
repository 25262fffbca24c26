import type { Handlers } from '../http/handlers.ts';

const linkSent =
  'We can’t be sure that this is your email yet. If there is an order with it, we mail a link to set your password to that mailbox.';
const success = (message: string) => ({ success: true as const, message });

/** Accounts of shoppers and admins, and their sessions. */
export const accountHandlers = {
  'POST /auth/login': ({ shop, body, userAgent }) => shop.accounts.login(body, userAgent),
  'POST /auth/sign-in-link': async ({ shop, body }) => {
    await shop.accounts.sendSignInLink(body);
    return success(
      'If this account has an email address, we mail a sign-in link to it, at most five an hour. Each works for an hour.',
    );
  },
  'POST /auth/sign-in-code': async ({ shop, body }) => ({
    ...success('If an account has confirmed this address or number, we send a code to it.'),
    ...(await shop.accounts.requestSignInCode(body)),
  }),
  'POST /auth/login/code': ({ shop, body, userAgent }) => shop.accounts.signInWithCode(body, userAgent),
  'POST /auth/login/passkey/options': ({ shop }) => shop.accounts.startPasskeyLogin(),
  'POST /auth/login/passkey': ({ shop, body, userAgent }) => shop.accounts.signInWithPasskey(body, userAgent),
  'POST /auth/login/second-factor': ({ shop, body, token, userAgent }) =>
    shop.accounts.completeSignIn(body, token, userAgent),
  'POST /auth/login/passkey-options': ({ shop, token }) => shop.accounts.startPasskeySignIn(token),
  'POST /auth/register': ({ shop, body, userAgent }) => shop.accounts.register(body, userAgent),
  'GET /auth/check-guest': ({ shop, query }) => shop.accounts.checkGuest(query),
  'POST /auth/activate-account': async ({ shop, body, reply }) => {
    const { isCreated } = await shop.accounts.activate(body);
    if (isCreated) return success('Account activated successfully! You can log in now.');
    reply.status(202);
    return success(linkSent);
  },
  'POST /auth/forgot-password': async ({ shop, body }) => {
    await shop.accounts.forgotPassword(body.email);
    return success('Password reset link sent to your email');
  },
  'PUT /auth/reset-password/:token': async ({ shop, params, body }) => {
    const done = await shop.accounts.resetPassword(params.token, body.password);
    return { ...success('Password reset successfully'), ...done };
  },
  'POST /auth/logout': ({ shop, token }) => shop.accounts.logout(token),

  'POST /auth/logout-all': ({ shop }) => shop.accounts.sessions.endAll(),
  'GET /auth/sessions': ({ shop, token }) => shop.accounts.sessions.list(token),
  'DELETE /auth/sessions': ({ shop, token }) => shop.accounts.sessions.endOthers(token),
  'DELETE /auth/sessions/:id': ({ shop, params }) => shop.accounts.sessions.end(params.id),
  'GET /auth/me': ({ shop }) => shop.accounts.getUser(),
  'PUT /auth/profile': ({ shop, body, token, userAgent }) =>
    shop.accounts.updateProfile(body, { token, userAgent }),
  'POST /auth/send-confirmation': async ({ shop }) => {
    const isSent = await shop.accounts.sendConfirmation();
    return success(isSent ? 'We have mailed the link.' : 'Your email address is confirmed already.');
  },
  'POST /auth/confirm-email': ({ shop, body }) => shop.accounts.confirmEmail(body.token),
  'GET /auth/sign-in-methods': ({ shop }) => shop.accounts.getSignInMethods(),
  'POST /auth/mobile/code': async ({ shop, body }) => ({
    ...success('We have sent the code.'),
    ...(await shop.accounts.requestMobileCode(body.currentPassword)),
  }),
  'POST /order/mobile-code': ({ shop, body }) => shop.accounts.requestOrderCode(body),
  'POST /order/mobile-code/confirm': ({ shop, body }) => shop.accounts.confirmOrderCode(body),
  'POST /auth/mobile/confirm': ({ shop, body }) => shop.accounts.confirmMobile(body),
  'POST /auth/passkeys/options': ({ shop, body }) => shop.accounts.startPasskey(body.currentPassword),
  'POST /auth/passkeys': ({ shop, body }) => shop.accounts.addPasskey(body),
  'DELETE /auth/passkeys/:id': ({ shop, params }) => shop.accounts.deletePasskey(params.id),
  'GET /auth/addresses': ({ shop }) => shop.accounts.listAddresses(),
  'POST /auth/addresses': ({ shop, body }) => shop.accounts.addAddress(body),
  'PUT /auth/addresses/:id': ({ shop, params, body }) => shop.accounts.updateAddress(params.id, body),
  'DELETE /auth/addresses/:id': ({ shop, params }) => shop.accounts.deleteAddress(params.id),
  'GET /auth/my-data': ({ shop, reply }) => {
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    return shop.accounts.exportPersonalData();
  },
  'DELETE /auth/account': ({ shop, body }) => shop.customers.deleteAccount(body.currentPassword),

  'GET /auth/admin/me': ({ backOffice }) => backOffice.accounts.getMe(),
  'GET /auth/admin/admins': ({ backOffice }) => backOffice.accounts.listAdmins(),
  'POST /auth/admin/admins': ({ backOffice, body }) => backOffice.accounts.inviteAdmin(body),
  'POST /auth/admin/admins/:id/invite': ({ backOffice, params }) =>
    backOffice.accounts.resendInvitation(params.id),
  'PUT /auth/admin/admins/:id': ({ backOffice, params, body }) =>
    backOffice.accounts.changeAdmin(params.id, body),
  'DELETE /auth/admin/admins/:id': ({ backOffice, params }) => backOffice.accounts.removeAdmin(params.id),
  'GET /auth/admin/roles': ({ backOffice }) => backOffice.accounts.listRoles(),
  'POST /auth/admin/roles': ({ backOffice, body }) => backOffice.accounts.createRole(body),
  'PUT /auth/admin/roles/:id': ({ backOffice, params, body }) =>
    backOffice.accounts.updateRole(params.id, body),
  'DELETE /auth/admin/roles/:id': ({ backOffice, params }) => backOffice.accounts.deleteRole(params.id),
  'GET /auth/admin/second-factor': ({ backOffice }) => backOffice.accounts.getSecondFactor(),
  'POST /auth/admin/step-up': ({ backOffice, body, token }) => backOffice.accounts.stepUp(body, token),
  'POST /auth/admin/step-up/passkey-options': ({ backOffice }) => backOffice.accounts.startPasskeyStepUp(),
  'POST /auth/admin/totp': ({ backOffice }) => backOffice.accounts.startTotp(),
  'POST /auth/admin/totp/confirm': ({ backOffice, body, token }) =>
    backOffice.accounts.confirmTotp(body.code, token),
  'DELETE /auth/admin/totp': ({ backOffice }) => backOffice.accounts.deleteTotp(),
  'POST /auth/admin/passkeys/options': ({ backOffice }) => backOffice.accounts.startPasskey(),
  'POST /auth/admin/passkeys': ({ backOffice, body, token }) => backOffice.accounts.addPasskey(body, token),
  'DELETE /auth/admin/passkeys/:id': ({ backOffice, params }) => backOffice.accounts.deletePasskey(params.id),
  'POST /auth/admin/recovery-codes': ({ backOffice }) => backOffice.accounts.renewRecoveryCodes(),
  'GET /auth/admin/sessions': ({ shop, token }) => shop.accounts.sessions.list(token),
  'DELETE /auth/admin/sessions': ({ shop, token }) => shop.accounts.sessions.endOthers(token),
  'DELETE /auth/admin/sessions/:id': ({ shop, params }) => shop.accounts.sessions.end(params.id),
} satisfies Partial<Handlers>;
