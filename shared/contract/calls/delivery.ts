import { z } from 'zod';
import { pinService, pinServiceAnswer } from '../orders/couriers.ts';
import {
  deliveryTrial,
  deliveryTrialResult,
  pinCheck,
  pinField,
  pinImport,
  pinListKind,
  pinLists,
} from '../orders/delivery.ts';
import { adminOrder } from '../orders/orders.ts';
import { queryFlag } from '../wire.ts';
import { tagged } from './call.ts';

const { anyone, admin } = tagged('Delivery');

export const deliveryCalls = {
  // The PIN code is in the query, which the log leaves out.
  'GET /delivery': anyone('checkPin', 'Get how the shop delivers to a PIN code', {
    query: z.object({ pin: pinField }),
    reply: pinCheck,
    limit: 60,
  }),
  'GET /settings/delivery/pins': admin(
    'settings.edit',
    'countPins',
    'Get the sizes of the lists of PIN codes',
    {
      reply: pinLists,
    },
  ),
  'POST /settings/delivery/try': admin(
    'settings.edit',
    'tryDelivery',
    'Get what settings of delivery say about a parcel, without saving them',
    { body: deliveryTrial, reply: deliveryTrialResult },
  ),
  'GET /settings/delivery/couriers': admin(
    'settings.edit',
    'listPinServices',
    'List what couriers have answered about PIN codes',
    { reply: z.array(pinService) },
  ),
  'POST /settings/delivery/couriers/:provider/try': admin(
    'settings.edit',
    'tryCourierPin',
    'Ask a courier whether it delivers to a PIN code',
    {
      body: z.object({ pin: pinField }),
      reply: pinServiceAnswer,
      errors: ['not_bookable', 'provider_error'],
    },
  ),
  'POST /settings/delivery/pins': admin(
    'settings.edit',
    'importPins',
    'Check a CSV file with PIN codes, or replace a list by it',
    {
      query: z.object({ kind: pinListKind, save: queryFlag.default(false) }),
      files: ['file'],
      reply: pinImport,
    },
  ),
  'POST /order/admin/:id/pickup-ready': admin(
    'orders.fulfil',
    'markReadyForPickup',
    'Tell the buyer that an order is ready for pickup',
    { reply: adminOrder, errors: ['not_editable'] },
  ),
};
