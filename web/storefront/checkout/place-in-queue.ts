import type { CheckoutPlace } from '../../../shared/contract/orders/checkout.ts';
import { ApiError, call } from '../../api.ts';
import { pause } from '../orders/poll.ts';

/** How a page waits for its turn to order. `onPlace` gets the place after each check, and null when it is its turn. */
export interface Waiting {
  signal: AbortSignal;
  onPlace: (place: CheckoutPlace | null) => void;
}

/**
 * Places an order. While the shop asks to wait (contract §3.1), checks the place as often as the shop says, and then
 * tries again. A check that fails is repeated. Ends with the error when the page is left.
 */
export async function waitForTurn<T>(order: () => Promise<T>, { signal, onPlace }: Waiting): Promise<T> {
  for (;;) {
    try {
      const result = await order();
      onPlace(null);
      return result;
    } catch (error) {
      const place = placeOf(error);
      if (!place) throw error;
      await untilTurn(place, { signal, onPlace });
      if (signal.aborted) throw error;
    }
  }
}

async function untilTurn(first: CheckoutPlace, { signal, onPlace }: Waiting): Promise<void> {
  let place = first;
  for (;;) {
    onPlace(place);
    await pause(place.retry_after * 1000, signal);
    if (signal.aborted || place.position === 0) return;
    const query = { place: place.place };
    place = await call('GET /razorpay/checkout-queue', { query, signal }).catch(() => place);
  }
}

/** What the shopper reads while they wait. */
export function waitingText({ position, seconds }: CheckoutPlace): string {
  if (position === 0) return 'It is your turn. Your order is being placed.';
  const before =
    position === 1 ? 'You are next.' : `${(position - 1).toLocaleString('en-IN')} orders come before yours.`;
  const minutes = seconds === null ? '' : ` Your turn is in about ${minutesOf(seconds)}.`;
  return `Many people are ordering right now. ${before}${minutes} Keep this page open: it orders by itself when it is your turn, and then opens the payment.`;
}

function minutesOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

/** The place that a refused order has, if it was refused because others come first. */
function placeOf(error: unknown): CheckoutPlace | undefined {
  if (!(error instanceof ApiError) || error.code !== 'checkout_queue') return undefined;
  const { body } = error;
  const queue: unknown =
    typeof body === 'object' && body !== null && 'queue' in body ? body.queue : undefined;
  return isPlace(queue) ? queue : undefined;
}

const isPlace = (found: unknown): found is CheckoutPlace =>
  typeof found === 'object' && found !== null && 'place' in found && 'retry_after' in found;
