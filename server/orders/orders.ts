import type { PushSubscriptionData } from '../../shared/contract/accounts/notifications.ts';
import type { LookUpRequest } from '../../shared/contract/orders/order-look-up.ts';
import type { Order } from '../../shared/contract/orders/orders.ts';
import { isId } from '../../shared/id.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { badRequest, notFound } from '../errors.ts';
import { followOrder } from '../notifications/notifications.ts';
import { can } from '../permissions.ts';
import { addEvent } from './changes.ts';
import { askForOrderLink, orderLink } from './link.ts';
import { presentOrder } from './present.ts';
import { deleteWhatsappConsent } from './queries/change-queries.ts';
import * as queries from './queries/order-queries.ts';
import { findHistory } from './queries/total-queries.ts';

export {
  addEvent,
  createOrder,
  freeIdempotencyKey,
  moveOrder,
  setStatus,
  touchOrder,
  updateAmount,
  updateContact,
} from './changes.ts';
export { mailOrderLink } from './link.ts';
export {
  lockExisting,
  notEditable,
  requireSeen,
  requireUnshipped,
  requireWithoutRefunds,
} from './lock-unshipped.ts';
export { orderAdmin } from './order-admin.ts';
export { releaseOrder, releaseUnits, reserveUnits, takeStock } from './reservations.ts';
export { readStatus, updateStatus } from './status.ts';
export { isCodToPack, isToPack } from './to-pack.ts';

const yearMs = 365.25 * 86_400_000;

/** Placed orders, for an actor: the owner, an admin, or a client with the order key. */
export function orders(deps: Deps, actor: Actor) {
  const { db } = deps;
  async function getRow(id: string, key: string | undefined) {
    const row = isId(id) ? await queries.findOrder(db, id, { actor, key }) : undefined;
    if (!row) throw notFound('Order not found.');
    return row;
  }

  return {
    /** How many orders were delivered, and the full years since the first order. */
    async getHistory(): Promise<{ delivered: number; years: number }> {
      const { delivered, firstDay } = await findHistory(db);
      const age = firstDay ? deps.clock.now().getTime() - firstDay.getTime() : 0;
      return { delivered, years: Math.floor(age / yearMs) };
    },

    /** Returns the order. 404 without access, so that ids can't be probed (contract §3). */
    async getOrder(id: string, key?: string): Promise<Order> {
      return presentOrder(await getRow(id, key));
    },

    /** Withdraws the consent to updates on WhatsApp. Without one nothing changes. 404 without access. */
    async endWhatsapp(id: string, key?: string): Promise<void> {
      const row = await getRow(id, key);
      await transaction(db, async (trx) => {
        const order = await deleteWhatsappConsent(trx, row.id);
        if (order)
          await addEvent(trx, order, {
            by: actor.kind === 'admin' ? 'Shop' : 'Shopper',
            note: 'Consent to updates on WhatsApp withdrawn',
          });
      });
    },

    /** Tells a browser when the order ships and arrives. 404 without access, 400 once it has arrived or ended. */
    async followOrder(id: string, key: string | undefined, browser: PushSubscriptionData): Promise<void> {
      const { status } = presentOrder(await getRow(id, key));
      if (status === 'delivered' || status === 'cancelled')
        throw badRequest('There will be no more news about this order.');
      await transaction(deps.db, (trx) => followOrder(deps, trx, id, browser));
    },

    /** Mails the link of an order to its own e-mail address. The reply does not reveal whether the order exists. */
    lookUp: (asked: LookUpRequest): Promise<void> => askForOrderLink(deps, asked, actor.address),

    /** The orders of a user, newest first; 404 for everyone but the user and admins who may see all orders. */
    async listOrdersOf(userId: string, page: { page: number; limit: number }) {
      const isOwn = actor.kind !== 'guest' && actor.userId === userId;
      const allowed = isOwn || can(actor, 'orders.viewAll');
      if (!allowed || !isId(userId)) throw notFound('Orders not found.');
      const { rows, total } = await queries.listOrdersOf(db, userId, page);
      return { items: rows.map(presentOrder), total };
    },
  };
}

/**
 * What a mail about an order needs, without an access check, with the items as they are stored; `email` is that of the
 * order. Throws if there is none.
 */
export async function getOrderForMail({ config }: Pick<Deps, 'config'>, trx: Trx, id: string) {
  const row = await queries.findOrder(trx, id, 'shop');
  if (!row) throw new Error(`order ${id} does not exist`);
  return { order: presentOrder(row), items: row.items, email: row.email, link: orderLink(config, row) };
}
