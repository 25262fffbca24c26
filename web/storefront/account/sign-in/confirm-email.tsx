import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError, call } from '../../../api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { FormError, FormSuccess } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { privatePage } from '../../layout/head.ts';
import { setUser, useSession } from '../session.ts';
import { AuthLayout } from './auth-layout.tsx';

export const meta = privatePage('/confirm-email', 'Confirm your email', 'Confirm your email address.');

/** /confirm-email/{token}. The shopper must be signed in to the account that requested it (contract §4). */
export default function ConfirmEmailPage() {
  const { token = '' } = useParams();
  const session = useSession();
  const [outcome, setOutcome] = useState<{ email: string } | { problem: string }>();
  const isSignedIn = session.kind === 'user';

  useEffect(() => {
    if (!isSignedIn) return;
    call('POST /auth/confirm-email', { body: { token } }).then(
      (user) => {
        setUser(user);
        setOutcome({ email: user.email });
      },
      (error: unknown) =>
        setOutcome((current) =>
          current && 'email' in current
            ? current
            : { problem: error instanceof ApiError ? error.message : 'Please try again.' },
        ),
    );
  }, [isSignedIn, token]);

  return (
    <AuthLayout title="Confirm your email">
      <div className="space-y-6">
        {session.kind === 'guest' && (
          <>
            <p>Log in to confirm this email address for your account.</p>
            <ButtonLink
              href={`/user-login?${new URLSearchParams({ from: `/confirm-email/${token}` })}`}
              size="lg"
            >
              Log in
            </ButtonLink>
          </>
        )}
        {session.kind !== 'guest' && !outcome && <Spinner large label="Loading" />}
        {outcome && 'email' in outcome && (
          <FormSuccess>{`Thank you. ${outcome.email} is confirmed.`}</FormSuccess>
        )}
        {outcome && 'problem' in outcome && <FormError>{outcome.problem}</FormError>}
        {outcome && (
          <ButtonLink href="/profile" size="lg">
            Go to your profile
          </ButtonLink>
        )}
      </div>
    </AuthLayout>
  );
}
