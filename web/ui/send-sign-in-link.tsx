import { useState } from 'react';
import { emailOrMobile } from '../../shared/contact/contact-rules.ts';
import { ApiError, call } from '../api.ts';
import { Button } from './button.tsx';

/** Mails a sign-in link to the account, after too many failed attempts. `identifier` is an email or mobile number. */
export function SendSignInLink({ identifier, portal }: { identifier: string; portal: 'user' | 'admin' }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  async function send() {
    setBusy(true);
    try {
      const account = emailOrMobile(identifier);
      setMessage((await call('POST /auth/sign-in-link', { body: { ...account, portal } })).message);
    } catch (error) {
      setMessage(error instanceof ApiError ? error.message : 'Please try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-3">
      <Button variant="secondary" busy={busy} onClick={send}>
        Email me a sign-in link
      </Button>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {message}
      </p>
    </div>
  );
}
