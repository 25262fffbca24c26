import { z } from 'zod';
import { readFile } from '../http/form.ts';
import type { Handlers } from '../http/handlers.ts';

/** How long browsers and shared caches may keep an answer: dates change at the cut-off time and at midnight. */
const maxAgeSeconds = 60;
/** The All India Pincode Directory has about 20 MB. */
const maxFile = { fileSize: 40 * 1024 ** 2 };

export const deliveryHandlers = {
  'GET /delivery': async ({ shop, query, reply }) => {
    const check = await shop.delivery.checkPin(query.pin);
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}`);
    return check;
  },
  'GET /settings/delivery/pins': ({ backOffice }) => backOffice.delivery.countPins(),
  'POST /settings/delivery/try': ({ backOffice, body }) => backOffice.delivery.tryDelivery(body),
  'GET /settings/delivery/couriers': ({ backOffice }) => backOffice.delivery.listPinServices(),
  'POST /settings/delivery/couriers/:provider/try': ({ backOffice, params, body }) =>
    backOffice.delivery.tryCourierPin(params.provider, body.pin),
  'POST /settings/delivery/pins': async ({ backOffice, request, query }) => {
    const { bytes, name } = await readFile(request, 'Please choose a CSV file', z.object({}), maxFile);
    return backOffice.delivery.importPins({ kind: query.kind, saves: query.save }, bytes, name);
  },
} satisfies Partial<Handlers>;
