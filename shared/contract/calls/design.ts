import { z } from 'zod';
import {
  createdPage,
  designChange,
  designVersion,
  draftLink,
  newPage,
  pageDesign,
  pageDocument,
  pageDraft,
  pageSummary,
  themeDesign,
  themeDraft,
  themeVersion,
  versionName,
} from '../design.ts';
import { tagged } from './call.ts';

const { admin } = tagged('Look of the shop');
const changed = { body: designChange, reply: themeDesign, errors: ['design_changed'] } as const;
const changedPage = { body: designChange, reply: pageDesign, errors: ['design_changed'] } as const;

export const designCalls = {
  'POST /design/link': admin('design.edit', 'getDraftLink', 'Get a link that shows the drafts', {
    reply: draftLink,
  }),
  'GET /design/theme': admin('design.edit', 'getTheme', 'Get the theme with its draft', {
    reply: themeDesign,
  }),
  'PUT /design/theme': admin('design.edit', 'saveTheme', 'Save the draft of the theme', {
    ...changed,
    body: themeDraft,
  }),
  'POST /design/theme/publish': admin(
    'design.edit',
    'publishTheme',
    'Publish the draft of the theme',
    changed,
  ),
  'POST /design/theme/discard': admin(
    'design.edit',
    'discardTheme',
    'Discard the draft of the theme',
    changed,
  ),
  'GET /design/theme/versions': admin('design.edit', 'listThemeVersions', 'List what was published', {
    reply: z.array(themeVersion),
  }),
  'PATCH /design/theme/versions/:id': admin(
    'design.edit',
    'nameThemeVersion',
    'Name a version of the theme',
    {
      body: versionName,
      reply: 'done',
    },
  ),
  'POST /design/theme/versions/:id/restore': admin(
    'design.edit',
    'restoreTheme',
    'Make a version the draft of the theme',
    changed,
  ),

  'GET /design/pages': admin('design.edit', 'listPages', 'List the pages', { reply: z.array(pageSummary) }),
  'POST /design/pages': admin('design.edit', 'createPage', 'Add a page', {
    body: newPage,
    reply: createdPage,
    status: 201,
  }),
  'GET /design/pages/:key': admin('design.edit', 'getPage', 'Get a page with its draft', {
    reply: pageDesign,
  }),
  'PUT /design/pages/:key': admin('design.edit', 'savePage', 'Save the draft of a page', {
    ...changedPage,
    body: pageDraft,
  }),
  'POST /design/pages/:key/publish': admin('design.edit', 'publishPage', 'Publish the draft of a page', {
    ...changedPage,
    errors: ['design_changed', 'slug_taken'],
  }),
  'POST /design/pages/:key/discard': admin(
    'design.edit',
    'discardPage',
    'Discard the draft of a page',
    changedPage,
  ),
  'DELETE /design/pages/:key': admin('design.edit', 'deletePage', 'Delete a page', { reply: 'done' }),
  'GET /design/pages/:key/versions': admin('design.edit', 'listPageVersions', 'List what was published', {
    reply: z.array(designVersion),
  }),
  'GET /design/pages/:key/versions/:id': admin('design.edit', 'getPageVersion', 'Get a version of a page', {
    reply: pageDocument,
  }),
  'PATCH /design/pages/:key/versions/:id': admin(
    'design.edit',
    'namePageVersion',
    'Name a version of a page',
    {
      body: versionName,
      reply: 'done',
    },
  ),
  'POST /design/pages/:key/versions/:id/restore': admin(
    'design.edit',
    'restorePage',
    'Make a version the draft of a page',
    changedPage,
  ),
};
