import { z } from 'zod';
import {
  activateRequest,
  addressRequest,
  authReply,
  checkGuestQuery,
  checkGuestReply,
  confirmEmailRequest,
  deleteAccountRequest,
  forgotRequest,
  loginRequest,
  messageReply,
  personalData,
  profileRequest,
  registerRequest,
  resetReply,
  resetRequest,
  savedAddress,
  session,
  signInLinkRequest,
  user,
} from '../accounts/accounts.ts';
import {
  assertionOptions,
  attestationOptions,
  loginReply,
  newPasskey,
  proof as proofOfAdmin,
} from '../accounts/second-factor.ts';
import {
  codeRequest,
  codeRequested,
  currentPasswordRequest,
  passkeySignIn,
  signInCodeRequest,
  signInMethods,
} from '../accounts/sign-in.ts';
import { tagged } from './call.ts';

const { anyone, signedIn, proof } = tagged('Accounts');

export const accountCalls = {
  'POST /auth/login': anyone('signIn', 'Sign in', {
    body: loginRequest,
    reply: loginReply,
    // Limited by failed attempts (decision 40), not by calls.
    errors: ['admin_account', 'forbidden', 'unauthorized', 'rate_limited'],
  }),
  'POST /auth/sign-in-link': anyone('sendSignInLink', 'Send a link to sign in on a new device', {
    body: signInLinkRequest,
    reply: messageReply,
    limit: 'address',
  }),
  'POST /auth/sign-in-code': anyone('sendSignInCode', 'Send a code to sign in, by mail or text', {
    body: signInCodeRequest,
    reply: codeRequested,
    limit: 'address',
  }),
  'POST /auth/login/code': proof('signInWithCode', 'Sign in with a code', {
    body: codeRequest,
    reply: authReply,
    errors: ['unauthorized'],
    limit: 'address',
  }),
  'POST /auth/login/passkey/options': anyone('startPasskeyLogin', 'Get what a passkey needs to sign in', {
    reply: assertionOptions,
    limit: 'address',
  }),
  'POST /auth/login/passkey': proof('signInWithPasskey', 'Sign in with a passkey', {
    body: passkeySignIn,
    reply: authReply,
    errors: ['unauthorized'],
    limit: 'address',
  }),
  'POST /auth/login/second-factor': proof('completeSignIn', 'Complete a sign-in with the second factor', {
    body: proofOfAdmin,
    reply: authReply,
    errors: ['unauthorized', 'rate_limited'],
  }),
  'POST /auth/login/passkey-options': proof(
    'startPasskeySignIn',
    'Get what a passkey needs for the second step',
    {
      reply: assertionOptions,
      errors: ['unauthorized'],
    },
  ),
  'POST /auth/register': anyone('register', 'Create an account', {
    body: registerRequest,
    reply: authReply,
    status: 201,
    errors: ['email_taken', 'guest_account', 'mobile_taken'],
    limit: true,
  }),
  'GET /auth/check-guest': proof('checkGuest', 'Get the name and mobile behind an activation link', {
    query: checkGuestQuery,
    reply: checkGuestReply,
    errors: ['unauthorized'],
    limit: true,
  }),
  'POST /auth/activate-account': anyone('activateAccount', 'Turn a guest purchase into an account', {
    body: activateRequest,
    reply: messageReply,
    status: [201, 202],
    errors: ['email_taken', 'mobile_taken'],
    limit: true,
  }),
  'POST /auth/forgot-password': anyone('requestPasswordReset', 'Send a link to reset the password', {
    body: forgotRequest,
    reply: messageReply,
    limit: true,
  }),
  'PUT /auth/reset-password/:token': proof('resetPassword', 'Set a new password with the link’s token', {
    body: resetRequest,
    reply: resetReply,
    limit: true,
  }),
  'POST /auth/logout': anyone('signOut', 'End this session', { reply: 'done' }),
  'POST /auth/logout-all': signedIn('signOutEverywhere', 'End all your sessions', {
    reply: 'done',
    changesPassword: true,
  }),
  'GET /auth/sessions': signedIn('listYourSessions', 'List your sessions', { reply: z.array(session) }),
  'DELETE /auth/sessions': signedIn('endYourOtherSessions', 'End your other sessions', { reply: 'done' }),
  'DELETE /auth/sessions/:id': signedIn('endYourSession', 'End one of your sessions', { reply: 'done' }),
  'GET /auth/me': signedIn('getMe', 'Get your account', { reply: user, changesPassword: true }),
  'PUT /auth/profile': signedIn('updateProfile', 'Update your account', {
    body: profileRequest,
    reply: authReply,
    errors: ['email_taken', 'mobile_taken', 'step_up_required'],
    limit: true,
    changesPassword: true,
  }),
  'POST /auth/send-confirmation': signedIn(
    'sendEmailConfirmation',
    'Send a link that confirms your email address',
    { reply: messageReply, limit: true },
  ),
  'POST /auth/confirm-email': signedIn('confirmEmail', 'Confirm your email address', {
    body: confirmEmailRequest,
    reply: user,
    errors: ['email_taken'],
    limit: true,
  }),
  'GET /auth/sign-in-methods': signedIn('getSignInMethods', 'Get how you can sign in', {
    reply: signInMethods,
  }),
  'POST /auth/mobile/code': signedIn('sendMobileCode', 'Send a code that confirms your mobile number', {
    body: currentPasswordRequest,
    reply: codeRequested,
    errors: ['conflict', 'forbidden', 'provider_error'],
    limit: true,
  }),
  'POST /auth/mobile/confirm': signedIn('confirmMobile', 'Confirm your mobile number', {
    body: codeRequest.omit({ device: true }),
    reply: 'done',
    limit: true,
  }),
  'POST /auth/passkeys/options': signedIn('startShopperPasskey', 'Get what a new passkey needs', {
    body: currentPasswordRequest,
    reply: attestationOptions,
    errors: ['forbidden'],
    limit: true,
  }),
  'POST /auth/passkeys': signedIn('addShopperPasskey', 'Add a passkey', {
    body: newPasskey,
    reply: 'done',
    status: 201,
    errors: ['forbidden'],
    limit: true,
  }),
  'DELETE /auth/passkeys/:id': signedIn('deleteShopperPasskey', 'Remove a passkey', {
    reply: 'done',
    errors: ['forbidden'],
  }),
  'GET /auth/addresses': signedIn('listAddresses', 'List your saved addresses', {
    reply: z.array(savedAddress),
  }),
  'POST /auth/addresses': signedIn('createAddress', 'Save an address', {
    body: addressRequest,
    reply: savedAddress,
    status: 201,
    errors: ['too_many_addresses'],
  }),
  'PUT /auth/addresses/:id': signedIn('updateAddress', 'Update a saved address', {
    body: addressRequest,
    reply: savedAddress,
  }),
  'DELETE /auth/addresses/:id': signedIn('deleteAddress', 'Delete a saved address', { reply: 'done' }),
  'GET /auth/my-data': signedIn('exportMyData', 'Get all data kept about you', {
    reply: personalData,
    limit: true,
  }),
  'DELETE /auth/account': signedIn('deleteAccount', 'Delete your account', {
    body: deleteAccountRequest,
    reply: 'done',
    errors: ['forbidden'],
    limit: true,
  }),
};
