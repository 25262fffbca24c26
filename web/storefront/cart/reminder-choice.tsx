import { useCallback, useEffect } from 'react';
import { emailProblem } from '../../../shared/contact/contact-rules.ts';
import type { CartLine } from '../../../shared/orders/cart.ts';
import { cartReminderConsent } from '../../../shared/orders/cart.ts';
import { ApiError, call } from '../../api.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { toast } from '../../ui/toast.tsx';
import { useRead } from '../layout/use-read.ts';

/** That a guest has asked for a reminder in this browser. */
const storageKey = 'cart_reminder';
/** A guest types their address and changes quantities; the last state is sent. */
const delayMs = 1000;

/**
 * Lets the shopper ask for one mail about a cart that they leave. Absent if the shop sends none. `guest` is what a guest
 * has entered; without it, the account decides.
 */
export function ReminderChoice({ guest }: { guest?: { email: string; lines: CartLine[] } | undefined }) {
  const isGuest = guest !== undefined;
  // The checkout works without it.
  const { data, setData } = useRead(isGuest ? 'guest' : 'user', async (signal) => {
    const { offered, accepted } = await call('GET /cart/reminder', { signal });
    return { isOffered: offered, isAccepted: isGuest ? readStored(storageKey) !== null : accepted };
  });
  const { isOffered = false, isAccepted = false } = data ?? {};
  const accept = useCallback(
    (accepted: boolean) => setData({ isOffered: true, isAccepted: accepted }),
    [setData],
  );

  const cart = guest && JSON.stringify(cartOf(guest));
  useEffect(() => {
    if (!isOffered || !isAccepted || !cart) return;
    const timer = setTimeout(() => {
      call('PUT /cart/reminder', { body: JSON.parse(cart) }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 429) return;
        accept(false);
        writeStored(storageKey, null);
        toast(error.message, 'error');
      });
    }, delayMs);
    return () => clearTimeout(timer);
  }, [isOffered, isAccepted, cart, accept]);

  async function choose(accepted: boolean) {
    accept(accepted);
    if (isGuest) writeStored(storageKey, accepted ? 'yes' : null);
    // A guest's request is sent above, when their address is complete.
    if (isGuest && (accepted || emailProblem(guest.email))) return;
    try {
      await call('PUT /cart/reminder', { body: { accepted, ...(isGuest && { email: guest.email }) } });
    } catch {
      accept(!accepted);
      toast('This could not be saved. Please try again.', 'error');
    }
  }

  if (!isOffered) return null;
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        name="cartReminder"
        checked={isAccepted}
        onChange={(event) => void choose(event.target.checked)}
        className="size-4.5 shrink-0"
      />
      {cartReminderConsent}
    </label>
  );
}

/** What is sent about the cart of a guest; undefined until their address is complete. */
const cartOf = ({ email, lines }: { email: string; lines: CartLine[] }) =>
  lines.length === 0 || emailProblem(email.trim())
    ? undefined
    : {
        accepted: true,
        email: email.trim(),
        lines: lines.map(({ _id, variantId, quantity }) => ({
          product_id: _id,
          variant_id: variantId ?? '',
          quantity,
        })),
      };
