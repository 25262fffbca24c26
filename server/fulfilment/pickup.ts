import { packingStatuses } from '../../shared/contract/orders/orders.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { linesOf, mailShopper, pickupOf, readOrder } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import { setReadyForPickup } from '../orders/queries/change-queries.ts';

/**
 * Records that an order can be picked up, and mails it to the buyer, once: a repeated call changes nothing
 * (contract §10). Errors: 404, 409 `not_editable` for an order that is not picked up, not paid, or has left the shop.
 */
export async function markReadyForPickup(deps: Deps, admin: NamedAdmin, id: string): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await orders.lockExisting(trx, id);
    if (!order.pickup) throw orders.notEditable('This order is not picked up.');
    if (order.pickupReadyAt) return;
    if (!packingStatuses.includes(order.status))
      throw orders.notEditable('This order is not paid, or has ended.');
    await setReadyForPickup(trx, id, deps.clock.now());
    await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note: 'Ready for pickup' });
    await recordAudit(trx, admin, { action: 'order.pickup-ready', subject: id });
    const about = await readOrder(deps, trx, id);
    await mailShopper(deps, trx, about, {
      kind: 'order-pickup-ready',
      dedupeKey: `order-pickup-ready:${id}`,
      subject: `Your order ${about.order.order_number} is ready for pickup`,
      content: {
        preview: `You can pick it up at ${order.pickup.name}.`,
        heading: 'Your order is ready for pickup',
        parts: [
          `You can pick up your order ${about.order.order_number} now. Please bring its number.`,
          ...pickupOf(about.order),
          ...linesOf(about.order),
          about.button,
          ...about.question,
        ],
      },
    });
  });
}
