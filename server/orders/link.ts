import type { LookUpRequest } from '../../shared/contract/orders/order-look-up.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { tooManyTries } from '../errors.ts';
import { queueMail } from '../mail/mail.ts';
import { afterText, takeQuota } from '../quotas.ts';
import { findForLookUp } from './queries/order-queries.ts';

/** The link to the page of an order, with its order key. */
export const orderLink = (
  { publicUrl }: Deps['config'],
  { id, accessKey }: { id: string; accessKey: string },
): string => `${publicUrl}/order-success/${id}?key=${accessKey}`;

/** The shortest time between two mails with the link of an order. */
const pauseMs = 10 * 60_000;

/**
 * Requests the link of an order. The job looks the order up afterwards, so that the reply does not reveal whether
 * the order exists. 429 if this network has requested too many mails.
 */
export async function askForOrderLink(deps: Deps, asked: LookUpRequest, address: string): Promise<void> {
  const usedUp = await takeQuota(deps, { kind: 'mail', address, recipient: [] });
  if (usedUp) {
    const message = `Too many links were requested from your network. The mails about your order have its link too. Please try again ${afterText(usedUp)}.`;
    throw tooManyTries(message, usedUp.seconds);
  }
  await deps.jobs.enqueue(deps.db, 'order-link', asked);
}

/** The job: mails the link of the matching order to its e-mail address, if there is one. */
export async function mailOrderLink(deps: Deps, asked: LookUpRequest): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await findForLookUp(trx, asked);
    if (!order?.to) return;
    const number = orderNumber(order.id);
    await queueMail(deps, trx, {
      isTest: order.isTest,
      kind: 'order-link',
      dedupeKey: `order-link:${order.id}:${Math.floor(deps.clock.now().getTime() / pauseMs)}`,
      to: order.to,
      subject: `Your order ${number}`,
      content: {
        preview: 'See how your order stands.',
        heading: `Your order ${number}`,
        parts: [
          'Someone asked where this order is. If it was you, press the button to see how it stands, what was bought and the invoice.',
          { button: 'View your order', url: orderLink(deps.config, order) },
          'If it was not you, you can ignore this email: nobody else was shown the order.',
        ],
      },
    });
  });
}
