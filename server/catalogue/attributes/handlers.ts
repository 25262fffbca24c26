import type { Handlers } from '../../http/handlers.ts';

/** The attributes of products. */
export const attributeHandlers = {
  'GET /settings/attributes': ({ backOffice }) => backOffice.catalogue.listAttributes(),
  'POST /settings/attributes': ({ backOffice, body }) => backOffice.catalogue.createAttribute(body),
  'PUT /settings/attributes/order': ({ backOffice, body }) =>
    backOffice.catalogue.reorderAttributes(body.attributeIds),
  'PUT /settings/attributes/:id': ({ backOffice, params, body }) =>
    backOffice.catalogue.updateAttribute(params.id, body),
  'DELETE /settings/attributes/:id': ({ backOffice, params }) =>
    backOffice.catalogue.deleteAttribute(params.id),
} satisfies Partial<Handlers>;
