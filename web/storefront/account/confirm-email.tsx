import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { User } from '../../../shared/contract/accounts.ts';
import { ApiError, api } from '../../api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/confirm-email';
import { AuthLayout, Failure, Success } from './auth-layout.tsx';
import { showUser, useSession } from './session.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  head(shopOf(matches), {
    title: 'Confirm your email',
    description: 'Confirm that this email address is yours.',
    path: '/confirm-email',
    hidden: true,
  });

/** /confirm-email/{token}: counts only for whoever is signed in to the account that asked for it (contract §4). */
export default function ConfirmEmailPage() {
  const { token = '' } = useParams();
  const session = useSession();
  const [outcome, setOutcome] = useState<{ email: string } | { problem: string }>();
  const isIn = session.kind === 'user';

  useEffect(() => {
    if (!isIn) return;
    api.post<User>('/auth/confirm-email', { token }).then(
      (user) => {
        showUser(user);
        setOutcome({ email: user.email });
      },
      (error: unknown) =>
        setOutcome((before) =>
          before && 'email' in before
            ? before
            : { problem: error instanceof ApiError ? error.message : 'Please try again.' },
        ),
    );
  }, [isIn, token]);

  return (
    <AuthLayout title="Confirm your email">
      <div className="space-y-6">
        {session.kind === 'guest' && (
          <>
            <p>Log in first: the address counts for your account, and for no one else’s.</p>
            <ButtonLink
              to={`/user-login?${new URLSearchParams({ from: `/confirm-email/${token}` })}`}
              size="lg"
            >
              Log in
            </ButtonLink>
          </>
        )}
        {session.kind !== 'guest' && !outcome && <Spinner large label="Loading" />}
        {outcome && 'email' in outcome && <Success>{`Thank you. ${outcome.email} is confirmed.`}</Success>}
        {outcome && 'problem' in outcome && <Failure>{outcome.problem}</Failure>}
        {outcome && (
          <ButtonLink to="/profile" size="lg">
            Go to your profile
          </ButtonLink>
        )}
      </div>
    </AuthLayout>
  );
}
