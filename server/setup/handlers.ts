import type { Handlers } from '../http/handlers.ts';

/** The guide of a new shop, and its opening. */
export const setupHandlers = {
  'GET /setup': ({ backOffice }) => backOffice.setup.getGuide(),
  'POST /settings/opening/open': ({ backOffice, body }) => backOffice.setup.openShop(body.mails),
} satisfies Partial<Handlers>;
