import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { MessageReply } from '../../../shared/contract/accounts.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import { orderKey } from '../orders/order-keys.ts';
import type { Route } from './+types/activate-account';
import { ActivationForm, type Proof } from './activation-form.tsx';
import { AuthLayout, Failure, Success, TextLink } from './auth-layout.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  head(shopOf(matches), {
    title: 'Finish setting up your account',
    description: 'Set a password for the account of your guest orders.',
    path: '/activate-account',
    hidden: true,
  });

type Guest = { name: string; mobile: string };
type View = { kind: 'looking' } | { kind: 'form'; guest?: Guest } | { kind: 'refused' };

/** /activate-account?email= (spec §2, contract §4): proved by the mail's token, by an order's key, or by a mail. */
export default function ActivateAccountPage() {
  const [params] = useSearchParams();
  const [proof, setProof] = useState<Proof>();
  const [view, setView] = useState<View>({ kind: 'looking' });

  useEffect(() => {
    const shown = proofOf(params);
    setProof(shown);
    if (!shown.email || (!shown.token && !shown.order_id)) return setView({ kind: 'form' });
    const leaving = new AbortController();
    api.get<{ user: Guest }>(`/auth/check-guest?${query(shown)}`, { signal: leaving.signal }).then(
      ({ user }) => setView({ kind: 'form', guest: user }),
      () => leaving.signal.aborted || setView({ kind: 'refused' }),
    );
    return () => leaving.abort();
  }, [params]);

  return (
    <AuthLayout
      title="Finish setting up your account"
      text={
        proof?.email && (
          <p>
            We found a guest checkout for{' '}
            <strong className="text-ink [overflow-wrap:anywhere]">{proof.email}</strong>. Choose a password,
            and your orders are kept in one place.
          </p>
        )
      }
    >
      {proof && !proof.email && <Failure>Missing email in activation link.</Failure>}
      {view.kind === 'looking' && <Spinner large label="Loading" />}
      {view.kind === 'refused' && proof && <Refused email={proof.email} />}
      {view.kind === 'form' && proof?.email && <ActivationForm proof={proof} guest={view.guest} />}
      <p className="mt-5 flex items-center gap-1.5 text-sm">
        Already have an account? <TextLink to="/user-login">Log in</TextLink>
      </p>
    </AuthLayout>
  );
}

/** A link that does not hold: another one can be had at the mailbox. */
function Refused({ email }: { email: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | 'failed'>('idle');
  const ask = () => {
    setState('busy');
    api.post<MessageReply>('/auth/forgot-password', { email }).then(
      () => setState('sent'),
      () => setState('failed'),
    );
  };
  return (
    <div className="space-y-5">
      <Failure>Invalid or expired activation link.</Failure>
      <Success>
        {state === 'sent' && 'If there is an order with this email, a new link is on its way.'}
      </Success>
      <Failure>{state === 'failed' && 'The link could not be sent. Please try again.'}</Failure>
      {state !== 'sent' && (
        <Button size="lg" busy={state === 'busy'} onClick={ask} className="w-full">
          Send a new link
        </Button>
      )}
    </div>
  );
}

/** The order page's link names the order; its key is in this browser. */
function proofOf(params: URLSearchParams): Proof {
  const email = params.get('email')?.trim() ?? '';
  const token = params.get('token');
  if (token) return { email, token };
  const order = params.get('order');
  const key = order && orderKey(order);
  return order && key ? { email, order_id: order, order_key: key } : { email };
}

function query({ email, token, order_id, order_key }: Proof): URLSearchParams {
  if (token) return new URLSearchParams({ email, token });
  return new URLSearchParams({ email, order: order_id ?? '', key: order_key ?? '' });
}
