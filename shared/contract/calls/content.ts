import {
  contactListQuery,
  contactQuery,
  contactReply,
  contactRequest,
  readChange,
  replyRequest,
  unreadCount,
} from '../accounts/contact.ts';
import { redirect, redirectChange, redirectImport, redirectQuery, siteInfo } from '../content.ts';
import { policyList, policyReply, policyRequest, policyReviewList, policyTemplateList } from '../policies.ts';
import { moneySettings, siteInfoAdmin, siteInfoChange, sitePictureForm, sitePictures } from '../site-info.ts';
import { page, tagged } from './call.ts';

const { anyone, admin } = tagged('Content');

export const contentCalls = {
  'GET /policies': anyone('listPolicies', 'List policies', { reply: policyList, isCached: true }),
  'GET /policies/:idOrType': anyone('getPolicy', 'Get a policy by id or type', {
    reply: policyReply,
    isCached: true,
  }),
  'GET /policies/templates': admin('policies.edit', 'listPolicyTemplates', 'List the built-in templates', {
    reply: policyTemplateList,
  }),
  'GET /policies/review': admin('policies.edit', 'reviewPolicies', 'Compare the policies with the settings', {
    reply: policyReviewList,
  }),
  'POST /policies': admin('policies.edit', 'savePolicy', 'Create or update the policy of a type', {
    body: policyRequest,
    reply: policyReply,
    status: [200, 201],
    errors: ['policy_changed'],
  }),
  'PATCH /policies/:idOrType/toggle': admin(
    'policies.edit',
    'togglePolicy',
    'Activate or deactivate a policy',
    {
      reply: policyReply,
    },
  ),
  'DELETE /policies/:idOrType': admin('policies.edit', 'deletePolicy', 'Delete a policy', { reply: 'done' }),
  'GET /site-info': anyone('getSiteInfo', 'Get the public site information', {
    reply: siteInfo,
    isCached: true,
  }),
  'GET /site-info/admin': admin('settings.edit', 'getSettings', 'Get the site information and settings', {
    reply: siteInfoAdmin,
  }),
  'PUT /site-info/admin': admin(
    'settings.edit',
    'updateSettings',
    'Update the site information and settings',
    {
      body: siteInfoChange,
      reply: siteInfoAdmin,
      stepUp: moneySettings,
      errors: ['site_info_changed'],
    },
  ),
  'POST /site-info/upload-images': admin(
    'settings.edit',
    'uploadSiteImages',
    'Upload the pictures of the about page',
    {
      body: sitePictureForm,
      files: ['companyImage', 'teamImages'],
      pictures: 'site',
      reply: sitePictures,
    },
  ),
  'POST /contact': anyone('sendContactQuery', 'Send a message to the shop', {
    body: contactRequest,
    reply: contactReply,
    status: 201,
    limit: true,
  }),
  'GET /contact': admin('queries.answer', 'listContactQueries', 'List contact queries', {
    query: contactListQuery,
    reply: page(contactQuery),
  }),
  'GET /contact/unread': admin('queries.answer', 'countUnreadQueries', 'Count unread contact queries', {
    reply: unreadCount,
    isBackground: true,
  }),
  'PATCH /contact/:id': admin(
    'queries.answer',
    'updateContactQuery',
    'Mark a contact query as read or done',
    {
      body: readChange,
      reply: contactQuery,
    },
  ),
  'POST /contact/:id/reply': admin(
    'queries.answer',
    'replyToContactQuery',
    'Reply to a contact query by email',
    {
      body: replyRequest,
      reply: contactQuery,
      status: 201,
    },
  ),
  'DELETE /contact/:id': admin('queries.answer', 'deleteContactQuery', 'Delete a contact query', {
    reply: 'done',
  }),
};

const redirects = tagged('Redirects');

export const redirectCalls = {
  'GET /settings/redirects': redirects.admin('settings.edit', 'listRedirects', 'List and search redirects', {
    query: redirectQuery,
    reply: page(redirect),
  }),
  'POST /settings/redirects': redirects.admin('settings.edit', 'createRedirect', 'Create a redirect', {
    body: redirectChange,
    reply: redirect,
    status: 201,
  }),
  'PUT /settings/redirects/:id': redirects.admin('settings.edit', 'updateRedirect', 'Update a redirect', {
    body: redirectChange,
    reply: redirect,
  }),
  'DELETE /settings/redirects/:id': redirects.admin('settings.edit', 'deleteRedirect', 'Delete a redirect', {
    reply: 'done',
  }),
  'POST /settings/redirects/import': redirects.admin(
    'settings.edit',
    'importRedirects',
    'Import redirects from a CSV file',
    { files: ['file'], reply: redirectImport },
  ),
};
