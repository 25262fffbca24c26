import { idParams } from '../../shared/contract/common.ts';
import { order, orderKeyQuery } from '../../shared/contract/orders.ts';
import type { Api } from '../http/api.ts';
import { orderKey } from '../http/order-key.ts';

const keyed = { params: idParams, querystring: orderKeyQuery };

/** Reading an order and its invoice (spec §7 Orders, Payments): its owner, an admin, or who shows the key. */
export function orderRoutes(app: Api) {
  for (const path of ['/order/:id', '/razorpay/orders/:id'] as const) {
    app.get(path, { schema: { ...keyed, response: { 200: order } } }, (request) =>
      request.shop.orders.getOrder(request.params.id, orderKey(request)),
    );
  }

  for (const path of ['/razorpay/invoice/:id', '/razorpay/orders/:id/invoice'] as const) {
    app.get(path, { schema: keyed }, async (request, reply) => {
      const { filename, pdf } = await request.shop.orders.getInvoice(request.params.id, orderKey(request));
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${filename}"`)
        .send(pdf);
    });
  }
}
