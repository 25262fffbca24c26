import { z } from 'zod';
import { designChange, designVersion, draftLink, themeDesign, themeDraft, versionName } from '../design.ts';
import { tagged } from './call.ts';

const { admin } = tagged('Look of the shop');
const changed = { body: designChange, reply: themeDesign, errors: ['design_changed'] } as const;

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
    reply: z.array(designVersion),
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
};
