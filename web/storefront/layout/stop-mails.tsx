import { useState } from 'react';
import { ApiError } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError, FormSuccess } from '../../ui/notice.tsx';
import { AuthLayout } from '../account/sign-in/auth-layout.tsx';

/** The page of a mailed link that ends mails of a kind: what happens, a button that does it, and that it was done. */
export function StopMails({
  text,
  done,
  stop,
}: {
  text: string;
  done: string;
  stop: () => Promise<unknown>;
}) {
  const [isStopped, setIsStopped] = useState(false);
  const [problem, setProblem] = useState('');

  async function run() {
    try {
      await stop();
      setIsStopped(true);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Please try again.');
    }
  }

  return (
    <AuthLayout title="Stop these mails">
      <div className="space-y-6">
        {isStopped ? (
          <FormSuccess>{done}</FormSuccess>
        ) : (
          <>
            <p>{text}</p>
            <FormError>{problem}</FormError>
          </>
        )}
        <div className="flex flex-wrap gap-3">
          {!isStopped && (
            <Button size="lg" action={run}>
              Stop these mails
            </Button>
          )}
          <ButtonLink href="/products" variant="secondary" size="lg">
            Continue shopping
          </ButtonLink>
        </div>
      </div>
    </AuthLayout>
  );
}
