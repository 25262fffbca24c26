import { randomBytes } from 'node:crypto';
import { codNote } from '../../cash-on-delivery/cash-on-delivery.ts';
import type { Trx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import * as orders from '../../orders/orders.ts';
import type { Placed } from '../../payments/open-payment.ts';
import { paymentOpeningMs } from '../../payments/payments.ts';
import { orderItemsOf, withFreeCard } from '../../pricing/pricing.ts';
import type { OrderDraft } from './draft.ts';
import type { OrderPrice } from './price-order.ts';
import { priceListNotes } from './sale-terms.ts';

/** Writes the order of a draft, whose payment is then to be opened. */
export async function writeOrder(
  deps: Deps,
  trx: Trx,
  draft: OrderDraft,
  { cart, card, cardPaise, duePaise, cod }: OrderPrice,
): Promise<Placed> {
  const { id, now, columns, attempt, payment, cause, reservation } = draft;
  const { amountPaise, roundingPaise, lines } = cart;
  const isOpened = payment === 'window' && duePaise > 0;
  const accessKey = randomBytes(16).toString('base64url');
  await orders.createOrder(
    trx,
    {
      ...columns,
      ...cod,
      id,
      createdAt: now,
      updatedAt: now,
      amountPaise,
      roundingPaise,
      chargedPaise: duePaise < amountPaise ? duePaise : null,
      isGuest: columns.userId === null,
      accessKey,
      provider: deps.payments.name,
      isTest: deps.payments.test,
      nextCheckAt: isOpened || payment === 'link' ? new Date(now.getTime() + 2 * 60_000) : null,
      idempotencyScope: attempt?.scope ?? null,
      idempotencyKey: attempt?.key ?? null,
      requestHash: attempt?.hash ?? null,
    },
    orderItemsOf(card?.isFree ? withFreeCard(cart, cardPaise) : cart),
    cod ? { ...cause, note: codNote(cod.codAdvancePaise) } : cause,
    {
      ...reservation,
      paymentOpeningMs: isOpened ? paymentOpeningMs : 0,
      // The stock may change until it is taken: a limit of time need not be exact.
      leaves: lines.map(({ variant, quantity }) => ({
        variantId: variant.id,
        quantity,
        stock: variant.stock,
      })),
    },
  );
  for (const note of priceListNotes(cart))
    await orders.addEvent(trx, { id, status: 'pending' }, { ...cause, note, internal: true });
  return {
    id,
    accessKey,
    status: 'pending',
    amountPaise: duePaise,
    totalPaise: amountPaise,
    codAdvancePaise: cod?.codAdvancePaise ?? 0,
    codState: null,
    providerOrderId: null,
    isNew: true,
  };
}
