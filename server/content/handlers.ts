import { z } from 'zod';
import { readFile } from '../http/form.ts';
import type { Handlers } from '../http/handlers.ts';

const success = true;
const found = async <Data>(data: Data | Promise<Data>) => ({ success: true as const, data: await data });

/** Policies, site information, messages to the shop, and demo content. */
export const contentHandlers = {
  'GET /policies': ({ shop }) => found(shop.content.listPolicies()),
  'GET /policies/:idOrType': ({ shop, params }) => found(shop.content.getPolicy(params.idOrType)),
  'GET /policies/templates': ({ backOffice }) => found(backOffice.content.listPolicyTemplates()),
  'GET /policies/review': ({ backOffice }) => found(backOffice.content.reviewPolicies()),
  'POST /policies': async ({ backOffice, body, reply }) => {
    const { policy, isCreated } = await backOffice.content.savePolicy(body);
    if (isCreated) reply.status(201);
    return found(policy);
  },
  'PATCH /policies/:idOrType/toggle': ({ backOffice, params }) =>
    found(backOffice.content.togglePolicy(params.idOrType)),
  'DELETE /policies/:idOrType': ({ backOffice, params }) => backOffice.content.deletePolicy(params.idOrType),

  'GET /site-info': ({ shop }) => shop.content.getSiteInfo(),
  'GET /site-info/admin': ({ backOffice }) => backOffice.content.getAllSiteInfo(),
  'PUT /site-info/admin': ({ backOffice, body }) => backOffice.content.updateSiteInfo(body),
  'POST /site-info/upload-images': ({ backOffice, body, uploads }) =>
    backOffice.content.replaceSitePictures(body.teamImageIds, uploads.all),
  'POST /settings/test-mail': async ({ backOffice }) => ({
    success,
    ...(await backOffice.content.sendTestMail()),
  }),

  'POST /opening/sign-ups': ({ shop, body }) => shop.content.signUp(body.email),
  'GET /settings/opening': ({ backOffice }) => backOffice.content.opening.getOpening(),
  'PUT /settings/opening': ({ backOffice, body }) => backOffice.content.opening.updateOpening(body),
  'POST /settings/opening/links': ({ backOffice, body }) =>
    backOffice.content.opening.createPreviewLink(body.name),
  'DELETE /settings/opening/links/:id': ({ backOffice, params }) =>
    backOffice.content.opening.removePreviewLink(params.id),
  'POST /settings/opening/close': ({ backOffice, body }) => backOffice.content.opening.close(body),
  'GET /settings/opening/sign-ups': ({ backOffice, query }) => backOffice.content.opening.listSignUps(query),
  'GET /settings/opening/sign-ups/export': ({ backOffice }) => ({
    filename: 'opening-sign-ups.csv',
    content: backOffice.content.opening.exportSignUps(),
  }),
  'DELETE /settings/opening/sign-ups/:id': ({ backOffice, params }) =>
    backOffice.content.opening.deleteSignUp(params.id),

  'POST /contact': async ({ shop, body }) => ({
    success,
    message: "Thank you for your message! We'll get back to you soon.",
    ticket: await shop.content.sendQuery(body),
  }),
  'GET /contact': ({ backOffice, query }) => backOffice.content.listQueries(query),
  'GET /contact/unread': ({ backOffice }) => backOffice.content.countUnread(),
  'PATCH /contact/:id': ({ backOffice, params, body }) =>
    backOffice.content.setQueryRead(params.id, body.read),
  'POST /contact/:id/reply': ({ backOffice, params, body }) =>
    backOffice.content.replyToQuery(params.id, body.message),
  'DELETE /contact/:id': ({ backOffice, params }) => backOffice.content.deleteQuery(params.id),

  'GET /settings/redirects': ({ backOffice, query }) => backOffice.content.listRedirects(query),
  'POST /settings/redirects': ({ backOffice, body }) => backOffice.content.createRedirect(body),
  'PUT /settings/redirects/:id': ({ backOffice, params, body }) =>
    backOffice.content.updateRedirect(params.id, body),
  'DELETE /settings/redirects/:id': ({ backOffice, params }) => backOffice.content.deleteRedirect(params.id),
  'POST /settings/redirects/import': async ({ backOffice, request }) => {
    const { bytes, name } = await readFile(request, 'Please choose a CSV file', z.object({}));
    return backOffice.content.importRedirects(bytes, name);
  },

  'GET /demo': ({ backOffice }) => backOffice.demo(),
  'POST /demo/remove': ({ backOffice }) => backOffice.removeDemo(),
} satisfies Partial<Handlers>;
