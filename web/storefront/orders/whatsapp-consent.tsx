import { useState } from 'react';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/notice.tsx';
import { orderKeyHeader } from './order-keys.ts';

/** The consent that the buyer has given for this order, which they can withdraw. */
export function WhatsappConsent({ order: { _id: id }, text }: { order: Order; text: string }) {
  const [isEnded, setEnded] = useState(false);
  const [problem, setProblem] = useState('');
  async function end() {
    setProblem('');
    try {
      await call('DELETE /order/:id/whatsapp', { params: { id }, headers: orderKeyHeader(id) });
      setEnded(true);
    } catch {
      setProblem('This could not be changed. Please try again.');
    }
  }
  return (
    <div className="mt-3 text-sm">
      <p role="status">{isEnded ? 'You get no updates on WhatsApp.' : `You agreed: “${text}”`}</p>
      <FormError>{problem}</FormError>
      {!isEnded && (
        <Button variant="ghost" className="-ml-5" action={end}>
          Withdraw consent
        </Button>
      )}
    </div>
  );
}
