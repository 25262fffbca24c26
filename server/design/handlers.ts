import type { Handlers } from '../http/handlers.ts';

/** The look of the storefront. */
export const designHandlers = {
  'POST /design/link': ({ backOffice }) => backOffice.design.getDraftLink(),
  'GET /design/theme': ({ backOffice }) => backOffice.design.theme.get(),
  'PUT /design/theme': ({ backOffice, body }) =>
    backOffice.design.theme.saveDraft(body.version, body.document),
  'POST /design/theme/publish': ({ backOffice, body }) => backOffice.design.theme.publish(body.version),
  'POST /design/theme/discard': ({ backOffice, body }) => backOffice.design.theme.discard(body.version),
  'GET /design/theme/versions': ({ backOffice }) => backOffice.design.theme.listVersions(),
  'PATCH /design/theme/versions/:id': ({ backOffice, params, body }) =>
    backOffice.design.theme.nameVersion(params.id, body.name),
  'POST /design/theme/versions/:id/restore': ({ backOffice, params, body }) =>
    backOffice.design.theme.restore(params.id, body.version),
} satisfies Partial<Handlers>;
