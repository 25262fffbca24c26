import type { Order } from '../../../shared/contract/orders/orders.ts';
import { isReceived } from '../../../shared/orders/order-state.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';

export function FinishAccount({ order }: { order: Order }) {
  const email = order.is_guest && !order.user_id && isReceived(order) ? order.guest_details?.email : '';
  if (!email) return null;
  const query = new URLSearchParams({ email, order: order._id });
  return (
    <aside
      aria-labelledby="finish-account"
      className="mt-10 flex flex-wrap print:hidden items-center justify-between gap-x-8 gap-y-4 rounded-lg bg-press-tint px-5 py-5 sm:px-6"
    >
      <div className="max-w-md">
        <h2 id="finish-account" className="text-lg">
          Finish Setting Up Your Account
        </h2>
        <p className="mt-1 text-sm">
          Choose a password to keep this order and your future orders in one place.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <ButtonLink href={`/activate-account?${query}`}>Set Password</ButtonLink>
        <TextLink href="/user-login" className="text-sm">
          Already have an account?
        </TextLink>
      </div>
    </aside>
  );
}
