import {
  accessRequest,
  closeRequest,
  openingAdmin,
  openingChange,
  openRequest,
  previewLinkRequest,
  signUp,
  signUpQuery,
  signUpRequest,
} from '../opening.ts';
import { setupGuide } from '../setup.ts';
import { page, tagged } from './call.ts';

const { anyone, admin } = tagged('Opening');

/** The guide of a new shop, and its opening. */
export const openingCalls = {
  'GET /setup': admin('settings.edit', 'getSetup', 'Get how far the shop is set up', { reply: setupGuide }),
  'POST /opening/sign-ups': anyone('signUpForOpening', 'Ask for a mail when the shop opens', {
    body: signUpRequest,
    reply: 'done',
    limit: true,
    errors: ['not_found'],
  }),
  'POST /opening/access': anyone('enterWithPassword', 'See the shop before it is open, with its password', {
    body: accessRequest,
    reply: 'done',
    limit: 'address',
  }),
  'POST /opening/admin-access': admin(
    'every-admin',
    'enterAsAdmin',
    'See the shop before it is open, as an admin',
    { reply: 'done', isBackground: true },
  ),
  'GET /settings/opening': admin('settings.edit', 'getOpening', 'Get whether the shop is open', {
    reply: openingAdmin,
  }),
  'PUT /settings/opening': admin('settings.edit', 'updateOpening', 'Change the page “Opening soon”', {
    body: openingChange,
    reply: openingAdmin,
  }),
  'POST /settings/opening/links': admin('settings.edit', 'createPreviewLink', 'Create a preview link', {
    body: previewLinkRequest,
    reply: openingAdmin,
    status: 201,
  }),
  'DELETE /settings/opening/links/:id': admin('settings.edit', 'removePreviewLink', 'Remove a preview link', {
    reply: openingAdmin,
  }),
  'POST /settings/opening/open': admin('settings.edit', 'openShop', 'Open the shop', {
    body: openRequest,
    reply: 'done',
    errors: ['not_ready'],
  }),
  'POST /settings/opening/close': admin('settings.edit', 'closeShop', 'Close the shop', {
    body: closeRequest,
    reply: openingAdmin,
  }),
  'GET /settings/opening/sign-ups': admin(
    'customers.view',
    'listOpeningSignUps',
    'List who asked for a mail when the shop opens',
    { query: signUpQuery, reply: page(signUp) },
  ),
  'GET /settings/opening/sign-ups/export': admin(
    'orders.export',
    'exportOpeningSignUps',
    'Export who asked for a mail when the shop opens',
    { stepUp: true, reply: 'text/csv' },
  ),
  'DELETE /settings/opening/sign-ups/:id': admin(
    'customers.erase',
    'deleteOpeningSignUp',
    'Delete a sign-up for the opening',
    { reply: 'done' },
  ),
};
