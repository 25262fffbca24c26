import { redirect, redirectChange, redirectImport, redirectQuery } from '../content.ts';
import { page, tagged } from './call.ts';

const { admin } = tagged('Redirects');

export const redirectCalls = {
  'GET /settings/redirects': admin('settings.edit', 'listRedirects', 'List and search redirects', {
    query: redirectQuery,
    reply: page(redirect),
  }),
  'POST /settings/redirects': admin('settings.edit', 'createRedirect', 'Create a redirect', {
    body: redirectChange,
    reply: redirect,
    status: 201,
  }),
  'PUT /settings/redirects/:id': admin('settings.edit', 'updateRedirect', 'Update a redirect', {
    body: redirectChange,
    reply: redirect,
  }),
  'DELETE /settings/redirects/:id': admin('settings.edit', 'deleteRedirect', 'Delete a redirect', {
    reply: 'done',
  }),
  'POST /settings/redirects/import': admin(
    'settings.edit',
    'importRedirects',
    'Import redirects from a CSV file',
    { files: ['file'], reply: redirectImport },
  ),
};
