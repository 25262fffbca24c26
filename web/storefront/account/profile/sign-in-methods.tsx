import { useState } from 'react';
import { spacedMobile } from '../../../../shared/contact/contact-rules.ts';
import type { User } from '../../../../shared/contract/accounts/accounts.ts';
import { call } from '../../../api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CurrentPasswordField } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Section } from '../../layout/section.tsx';
import { useRead } from '../../layout/use-read.ts';
import { CodeForm } from '../sign-in/code-form.tsx';
import { Passkeys } from './passkeys.tsx';

/** How the shopper can sign in besides the password: with codes that are sent to their email or mobile, and passkeys. */
export function SignInMethods({ user }: { user: User }) {
  const [confirming, setConfirming] = useState(false);
  const { email, emailVerified, mobile } = user;
  // Another number is not confirmed.
  const {
    data: methods,
    error,
    reload,
  } = useRead(mobile, (signal) => call('GET /auth/sign-in-methods', { signal }));

  return (
    <Section title="Signing in">
      <p className="mt-2 text-sm text-ink-soft">
        Instead of your password, you can use a code that we send to a confirmed email or mobile number, or a
        passkey of your device.
      </p>
      {error && <p className="mt-2 text-sm text-madder">This could not be loaded. Please try again.</p>}
      {!methods && !error && <div className="skeleton mt-3 h-24" />}
      {methods && (
        <ul className="mt-2 divide-y divide-line border-y border-line empty:hidden">
          {email && (
            <li className="py-2.5">
              <p className="font-medium">Codes by email</p>
              <p className="text-sm text-ink-soft">
                {emailVerified ? email : 'Confirm your email address above first.'}
              </p>
            </li>
          )}
          {methods.mobileCode !== 'unavailable' && (
            <li className="flex items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  Codes by text {methods.mobileCode === 'on' && <Badge tone="success">On</Badge>}
                </p>
                <p className="text-sm text-ink-soft">
                  {mobile ? spacedMobile(mobile) : 'Add a mobile number above first.'}
                </p>
              </div>
              {mobile && methods.mobileCode === 'off' && (
                <Button variant="ghost" onClick={() => setConfirming(true)}>
                  Confirm
                </Button>
              )}
            </li>
          )}
        </ul>
      )}
      {methods && <Passkeys passkeys={methods.passkeys} onChange={reload} />}
      <Dialog open={confirming} onClose={() => setConfirming(false)} title="Confirm your mobile number">
        {confirming && (
          <ConfirmMobile
            mobile={mobile}
            onDone={() => {
              setConfirming(false);
              void reload();
              toast('Your mobile number is confirmed.', 'success');
            }}
          />
        )}
      </Dialog>
    </Section>
  );
}

function ConfirmMobile({ mobile, onDone }: { mobile: string; onDone: () => void }) {
  const [sent, setSent] = useState<{ request: string; currentPassword: string }>();
  const send = async (currentPassword: string) => {
    const { request } = await call('POST /auth/mobile/code', { body: { currentPassword } });
    setSent({ request, currentPassword });
  };
  const { errors, failure, busy, props } = useForm({
    check: ({ currentPassword }) => ({
      currentPassword: currentPassword ? undefined : 'Enter your current password',
    }),
    send: ({ currentPassword = '' }) => send(currentPassword),
    fallback: 'The code could not be sent. Please try again.',
  });
  if (sent)
    return (
      <div className="p-5">
        <CodeForm
          hint={`We have sent a code to ${spacedMobile(mobile)}.`}
          action="Confirm"
          send={() => send(sent.currentPassword)}
          submit={async (code) => {
            await call('POST /auth/mobile/confirm', { body: { request: sent.request, code } });
            onDone();
          }}
        />
      </div>
    );
  return (
    <form {...props} aria-label="Confirm your mobile number" className="space-y-5 p-5">
      <p>
        We send a code by text to {spacedMobile(mobile)}. Anyone who has this number can then sign in with a
        code.
      </p>
      <CurrentPasswordField error={errors.currentPassword} />
      <FormError>{failure}</FormError>
      <Button type="submit" busy={busy}>
        Send a code
      </Button>
    </form>
  );
}
