import {
  followOrderRequest,
  followVariantRequest,
  pushKeyReply,
  stopPushRequest,
} from '../accounts/notifications.ts';
import { orderKeyQuery } from '../orders/orders.ts';
import { tagged } from './call.ts';

const { anyone, own, proof } = tagged('Notifications');

export const notificationCalls = {
  'GET /push/key': anyone('getPushKey', 'Get the key with which browsers accept notifications', {
    reply: pushKeyReply,
    limit: 120,
  }),
  'POST /push/orders/:id': own('orders.viewAll', 'followOrder', 'Tell a browser about an order', {
    query: orderKeyQuery,
    body: followOrderRequest,
    reply: 'done',
    limit: true,
  }),
  'POST /push/variants': anyone('followVariant', 'Tell a browser when a variant is back in stock', {
    body: followVariantRequest,
    reply: 'done',
    limit: true,
    errors: ['not_found'],
  }),
  'POST /push/stop': proof('stopNotifications', 'End all notifications of a browser', {
    body: stopPushRequest,
    reply: 'done',
    limit: true,
  }),
};
