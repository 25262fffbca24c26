import { useState } from 'react';
import { useParams } from 'react-router';
import { ApiError, call } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError, FormSuccess } from '../../ui/notice.tsx';
import { AuthLayout } from '../account/auth-layout.tsx';
import { privatePage } from '../layout/head.ts';

export const meta = privatePage(
  '/stop-alerts',
  'Stop these mails',
  'Stop mails about products that are back in stock.',
);

/** /stop-alerts/{token}, the link in a mail about a product that is back in stock. */
export default function StopAlertsPage() {
  const { token = '' } = useParams();
  const [outcome, setOutcome] = useState<'stopped' | { problem: string }>();

  async function stop() {
    try {
      await call('POST /stock-alerts/stop', { body: { token } });
      setOutcome('stopped');
    } catch (error) {
      setOutcome({ problem: error instanceof ApiError ? error.message : 'Please try again.' });
    }
  }

  return (
    <AuthLayout title="Stop these mails">
      <div className="space-y-6">
        {outcome === 'stopped' ? (
          <FormSuccess>
            Your address is deleted. You will get no more mails about products that are back in stock.
          </FormSuccess>
        ) : (
          <>
            <p>
              You will get no more mails about products that are back in stock, and your address is deleted.
            </p>
            {outcome && <FormError>{outcome.problem}</FormError>}
            <Button size="lg" action={stop}>
              Stop these mails
            </Button>
          </>
        )}
        <ButtonLink href="/products" variant="secondary" size="lg">
          Continue shopping
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
