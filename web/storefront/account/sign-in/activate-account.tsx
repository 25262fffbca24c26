import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../api.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { FormError, FormSuccess } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { privatePage } from '../../layout/head.ts';
import { orderKey } from '../../orders/order-keys.ts';
import { ActivationForm, type Proof } from './activation-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

export const meta = privatePage(
  '/activate-account',
  'Finish setting up your account',
  'Set a password for the account of your guest orders.',
);

type Guest = { name: string; mobile: string };
type View = { kind: 'loading' } | { kind: 'form'; guest?: Guest } | { kind: 'invalid' };

/**
 * /activate-account?email= (spec §2, contract §4). The proof is an email's token or an order's key; else an email is
 * sent.
 */
export default function ActivateAccountPage() {
  const [params] = useSearchParams();
  const [proof, setProof] = useState<Proof>();
  const [view, setView] = useState<View>({ kind: 'loading' });

  useEffect(() => {
    const given = readProof(params);
    setProof(given);
    if (!given.email || (!given.token && !given.order_id)) return setView({ kind: 'form' });
    const request = new AbortController();
    call('GET /auth/check-guest', { query: proofQuery(given), signal: request.signal }).then(
      ({ user }) => setView({ kind: 'form', guest: user }),
      () => request.signal.aborted || setView({ kind: 'invalid' }),
    );
    return () => request.abort();
  }, [params]);

  return (
    <AuthLayout
      title="Finish setting up your account"
      text={
        proof?.email && (
          <p>
            We found a guest checkout for{' '}
            <strong className="text-ink [overflow-wrap:anywhere]">{proof.email}</strong>. Choose a password to
            keep your orders in one place.
          </p>
        )
      }
    >
      {proof && !proof.email && <FormError>Missing email in activation link.</FormError>}
      {view.kind === 'loading' && <Spinner large label="Loading" />}
      {view.kind === 'invalid' && proof && <InvalidLink email={proof.email} />}
      {view.kind === 'form' && proof?.email && <ActivationForm proof={proof} guest={view.guest} />}
      <p className="mt-5 flex items-center gap-1.5 text-sm">
        Already have an account? <TextLink href="/user-login">Log in</TextLink>
      </p>
    </AuthLayout>
  );
}

function InvalidLink({ email }: { email: string }) {
  const [outcome, setOutcome] = useState<'sent' | 'failed'>();
  const sendLink = () =>
    call('POST /auth/forgot-password', { body: { email } }).then(
      () => setOutcome('sent'),
      () => setOutcome('failed'),
    );
  return (
    <div className="space-y-5">
      <FormError>Invalid or expired activation link.</FormError>
      <FormSuccess>
        {outcome === 'sent' && 'If an order was placed with this email, we have sent a new link.'}
      </FormSuccess>
      <FormError>{outcome === 'failed' && 'The link could not be sent. Please try again.'}</FormError>
      {outcome !== 'sent' && (
        <Button size="lg" action={sendLink} className="w-full">
          Send a new link
        </Button>
      )}
    </div>
  );
}

/** The proof in the address: an email's token, or the order whose key this browser has. */
function readProof(params: URLSearchParams): Proof {
  const email = params.get('email')?.trim() ?? '';
  const token = params.get('token');
  if (token) return { email, token };
  const order = params.get('order');
  const key = order && orderKey(order);
  return order && key ? { email, order_id: order, order_key: key } : { email };
}

const proofQuery = ({ email, token, order_id, order_key }: Proof) =>
  token ? { email, token } : { email, order: order_id, key: order_key };
