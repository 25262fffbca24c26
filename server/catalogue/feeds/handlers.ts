import type { Handlers } from '../../http/handlers.ts';

/** Product feeds. */
export const feedHandlers = {
  'GET /settings/feeds': ({ backOffice }) => backOffice.catalogue.listFeeds(),
  'PUT /settings/feeds': ({ backOffice, body }) => backOffice.catalogue.setFeeds(body.on),
} satisfies Partial<Handlers>;
