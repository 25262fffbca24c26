import { useState } from 'react';
import { emailOrMobile } from '../../../../shared/contact/contact-rules.ts';
import { call } from '../../../api.ts';
import { signInOrigin } from '../../../sign-in-origin.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/notice.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { saveSession } from '../session.ts';
import { CodeForm } from './code-form.tsx';
import { IdentifierField } from './identifier-field.tsx';

/** Logs in with a code that is sent to a confirmed email address or mobile number. `onCancel` returns to the password. */
export function CodeLogin({ identifier, onCancel }: { identifier: string; onCancel: () => void }) {
  const [sent, setSent] = useState<{ identifier: string; request: string }>();
  const send = async (to: string) => {
    const { request } = await call('POST /auth/sign-in-code', {
      body: { ...emailOrMobile(to), device: signInOrigin().device },
    });
    setSent({ identifier: to, request });
  };
  const { errors, failure, busy, props } = useForm({
    check: (values) => ({
      identifier: values.identifier?.trim() ? undefined : 'Please enter your email or mobile number',
    }),
    send: (values) => send(values.identifier?.trim() ?? ''),
    fallback: 'The code could not be sent. Please try again.',
    rename: { email: 'identifier', mobile: 'identifier' },
  });
  const cancel = (
    <Button variant="ghost" onClick={onCancel} className="-ml-4">
      Use your password
    </Button>
  );

  if (sent)
    return (
      <CodeForm
        hint={`If an account has confirmed ${sent.identifier}, we send a code to it. If none arrives, use your password.`}
        action="Log in"
        send={() => send(sent.identifier)}
        submit={async (code) =>
          saveSession(
            await call('POST /auth/login/code', {
              body: { request: sent.request, code, device: signInOrigin().device },
            }),
          )
        }
      >
        {cancel}
      </CodeForm>
    );
  return (
    <form {...props} aria-label="Log in with a code" className="space-y-5">
      <IdentifierField
        defaultValue={identifier}
        hint="We send a code to it, if you have confirmed it in your profile."
        error={errors.identifier}
      />
      <FormError>{failure}</FormError>
      <Button type="submit" size="lg" busy={busy} className="w-full">
        Send a code
      </Button>
      {cancel}
    </form>
  );
}
