import { useEffect, useState } from 'react';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/notice.tsx';

/**
 * The button with which the buyer confirms an order that is paid on delivery. Only the link of the mail has its token.
 */
export function ConfirmOrder({ order }: { order: Order }) {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const found = tokenFromAddress();
    if (found) setToken(found);
  }, []);
  if (!token || !order.cashOnDelivery?.confirmUntil) return null;

  async function confirm() {
    try {
      await call('POST /order/:id/confirm', { params: { id: order._id }, body: { token } });
      window.location.reload();
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.status === 400
          ? error.message
          : 'The order could not be confirmed. Please try again.',
      );
    }
  }

  return (
    <div className="mt-6 grid justify-items-center gap-3">
      <FormError>{problem}</FormError>
      <Button size="lg" action={confirm}>
        Confirm my order
      </Button>
    </div>
  );
}

/**
 * Takes the token of an emailed link out of the address bar. Opening the link alone confirms nothing: mail scanners do.
 */
function tokenFromAddress(): string {
  const address = new URL(window.location.href);
  const token = address.searchParams.get('token') ?? '';
  if (token) {
    address.searchParams.delete('token');
    window.history.replaceState(window.history.state, '', address);
  }
  return token;
}
