import type { FastifyRequest } from 'fastify';
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
  tokenParams,
  user,
} from '../../shared/contract/accounts.ts';
import { done, idParams } from '../../shared/contract/wire.ts';
import type { Api } from '../http/api.ts';
import { bearerToken, requireSignIn } from '../http/authenticate.ts';

const guarded = { guarded: true } as const;
const device = (request: FastifyRequest) => request.headers['user-agent'] ?? '';
const success = (message: string) => ({ success: true as const, message });

/** Registration, sign-in and password reset (spec §7 Auth, contract §4). */
export function accountRoutes(app: Api) {
  app.post(
    '/auth/login',
    { config: guarded, schema: { body: loginRequest, response: { 200: authReply } } },
    (request) => request.shop.accounts.login(request.body, device(request)),
  );

  app.post(
    '/auth/register',
    { config: guarded, schema: { body: registerRequest, response: { 201: authReply } } },
    async (request, reply) =>
      reply.status(201).send(await request.shop.accounts.register(request.body, device(request))),
  );

  app.get(
    '/auth/check-guest',
    { config: guarded, schema: { querystring: checkGuestQuery, response: { 200: checkGuestReply } } },
    (request) => request.shop.accounts.checkGuest(request.query),
  );

  app.post(
    '/auth/activate-account',
    {
      config: guarded,
      schema: { body: activateRequest, response: { 201: messageReply, 202: messageReply } },
    },
    async (request, reply) => {
      const { isCreated } = await request.shop.accounts.activate(request.body);
      return isCreated
        ? reply.status(201).send(success('Account activated successfully! You can log in now.'))
        : reply.status(202).send(success(linkSent));
    },
  );

  app.post(
    '/auth/forgot-password',
    { config: guarded, schema: { body: forgotRequest, response: { 200: messageReply } } },
    async (request) => {
      await request.shop.accounts.forgotPassword(request.body.email);
      return success('Password reset link sent to your email');
    },
  );

  app.put(
    '/auth/reset-password/:token',
    { config: guarded, schema: { params: tokenParams, body: resetRequest, response: { 200: resetReply } } },
    async (request) => {
      const portal = await request.shop.accounts.resetPassword(request.params.token, request.body.password);
      return { ...success('Password reset successfully'), portal };
    },
  );

  app.post('/auth/logout', { schema: { response: { 200: done } } }, async (request) => {
    await request.shop.accounts.logout(bearerToken(request) ?? '');
    return { success: true as const };
  });

  app.register(async (scope) => {
    scope.addHook('onRequest', requireSignIn);
    signedInRoutes(scope as unknown as Api);
  });
}

const linkSent =
  'We can’t be sure that this is your email yet. If there is an order with it, a link to set your password is on its way to that mailbox.';

/** The account of a signed-in shopper or admin. */
function signedInRoutes(app: Api) {
  app.get('/auth/me', { schema: { response: { 200: user } } }, (request) => request.shop.accounts.getUser());

  app.post('/auth/logout-all', { schema: { response: { 200: done } } }, async (request) => {
    await request.shop.accounts.logoutEverywhere();
    return { success: true as const };
  });

  app.put(
    '/auth/profile',
    { config: guarded, schema: { body: profileRequest, response: { 200: authReply } } },
    (request) =>
      request.shop.accounts.updateProfile(request.body, {
        token: bearerToken(request) ?? '',
        userAgent: device(request),
      }),
  );

  app.post(
    '/auth/send-confirmation',
    { config: guarded, schema: { response: { 200: messageReply } } },
    async (request) => {
      await request.shop.accounts.sendConfirmation();
      return success('The link is on its way.');
    },
  );

  app.post(
    '/auth/confirm-email',
    { config: guarded, schema: { body: confirmEmailRequest, response: { 200: user } } },
    (request) => request.shop.accounts.confirmEmail(request.body.token),
  );

  app.get('/auth/addresses', { schema: { response: { 200: savedAddress.array() } } }, (request) =>
    request.shop.accounts.listAddresses(),
  );

  app.post(
    '/auth/addresses',
    { schema: { body: addressRequest, response: { 201: savedAddress } } },
    async (request, reply) => reply.status(201).send(await request.shop.accounts.addAddress(request.body)),
  );

  app.put(
    '/auth/addresses/:id',
    { schema: { params: idParams, body: addressRequest, response: { 200: savedAddress } } },
    (request) => request.shop.accounts.updateAddress(request.params.id, request.body),
  );

  app.delete(
    '/auth/addresses/:id',
    { schema: { params: idParams, response: { 200: done } } },
    async (request) => {
      await request.shop.accounts.deleteAddress(request.params.id);
      return { success: true as const };
    },
  );

  app.get('/auth/my-data', { schema: { response: { 200: personalData } } }, async (request, reply) =>
    reply
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .send(await request.shop.accounts.exportPersonalData()),
  );

  app.delete(
    '/auth/account',
    { config: guarded, schema: { body: deleteAccountRequest, response: { 200: done } } },
    async (request) => {
      await request.shop.accounts.deleteAccount(request.body.currentPassword);
      return { success: true as const };
    },
  );
}
