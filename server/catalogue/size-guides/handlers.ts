import type { Handlers } from '../../http/handlers.ts';

/** Size guides. */
export const sizeGuideHandlers = {
  'GET /size-guides/:id': ({ shop, params }) => shop.catalogue.getSizeGuide(params.id),
  'GET /settings/size-guides': ({ backOffice }) => backOffice.catalogue.listSizeGuides(),
  'PUT /settings/size-guides': ({ backOffice, body }) => backOffice.catalogue.replaceSizeGuides(body),
} satisfies Partial<Handlers>;
