import { useState } from 'react';
import { useParams } from 'react-router';
import { ApiError, call } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError, FormSuccess } from '../../ui/notice.tsx';
import { AuthLayout } from '../account/auth-layout.tsx';
import { privatePage } from '../layout/head.ts';

export const meta = privatePage('/stop-reminders', 'Stop these mails', 'Stop mails about your cart.');

/** /stop-reminders/{token}, the link in a mail about a cart. */
export default function StopRemindersPage() {
  const { token = '' } = useParams();
  const [isStopped, setIsStopped] = useState(false);
  const [problem, setProblem] = useState('');

  async function stop() {
    try {
      await call('POST /cart/reminders/:token/stop', { params: { token } });
      setIsStopped(true);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Please try again.');
    }
  }

  return (
    <AuthLayout title="Stop these mails">
      <div className="space-y-6">
        {isStopped ? (
          <FormSuccess>You will get no more mails about your cart.</FormSuccess>
        ) : (
          <>
            <p>You will get no more mails about items that you leave in your cart.</p>
            <FormError>{problem}</FormError>
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
