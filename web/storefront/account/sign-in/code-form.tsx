import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useForm } from '../../../ui/use-form.ts';

const resendMs = 30_000;

/**
 * Asks for the code that was sent by mail or text. `send` sends another one, at most every 30 seconds; `submit` uses the
 * code. `children` are shown below the buttons.
 */
export function CodeForm({
  hint,
  action,
  send,
  submit,
  children,
}: {
  hint: string;
  action: string;
  send: () => Promise<void>;
  submit: (code: string) => Promise<void>;
  children?: ReactNode;
}) {
  const [sentAt, setSentAt] = useState(0);
  const [canResend, setCanResend] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins again with each code
  useEffect(() => {
    const timer = setTimeout(() => setCanResend(true), resendMs);
    return () => clearTimeout(timer);
  }, [sentAt]);
  const { errors, failure, busy, props } = useForm({
    check: ({ code }) => ({ code: code?.trim() ? undefined : 'Enter the code' }),
    send: ({ code = '' }) => submit(code),
    fallback: 'Please try again.',
  });

  async function resend() {
    try {
      await send();
      setCanResend(false);
      setSentAt(sentAt + 1);
      toast(hint, 'success');
    } catch (error) {
      toast(error instanceof ApiError ? error.message : 'Please try again.', 'error');
    }
  }

  return (
    <form {...props} aria-label={action} className="space-y-5">
      <p role="status">{hint}</p>
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={12}
        required
        hint="Eight digits, valid for ten minutes."
        error={errors.code}
      />
      <FormError>{failure}</FormError>
      <Button type="submit" size="lg" busy={busy} className="w-full">
        {action}
      </Button>
      <div className="flex flex-wrap gap-x-4">
        <Button variant="ghost" disabled={!canResend} action={resend} className="-ml-4">
          Send another code
        </Button>
        {children}
      </div>
    </form>
  );
}
