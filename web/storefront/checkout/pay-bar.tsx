import { useEffect, useRef } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Payment } from './use-payment.ts';

export const afterPayment =
  'Next, choose how to pay in the window of Razorpay. Then you see your order, and we mail you the invoice.';

/** The same for a part that is paid in advance. */
export const afterAdvance =
  'Next, choose how to pay this part in the window of Razorpay. Pay the rest to the courier when your order arrives.';

/**
 * The button that pays or orders, and the messages about it. On small screens it stays at the bottom of the window.
 * `isWaiting`: the total is not known yet. `next`: what happens next.
 */
export function PayBar({
  payment,
  label,
  isWaiting = false,
  next,
}: {
  payment: Payment;
  label: string;
  isWaiting?: boolean;
  next: string;
}) {
  const { busy, notice, scriptFailed } = payment;
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  // The focus returns from the payment window to the button that opened it, unless a field has it.
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = busy;
  }, [busy]);
  const errorNotice = notice?.tone === 'error' ? notice.text : null;
  const errorText = errorNotice ?? (scriptFailed ? 'Failed to load Razorpay SDK. Please try again.' : null);
  return (
    <div className="sticky bottom-0 z-20 -mx-[clamp(1.125rem,4vw,3rem)] mt-6 space-y-3 border-t border-line bg-paper px-[clamp(1.125rem,4vw,3rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:border-0 lg:px-0">
      <div className="space-y-2">
        <div role="alert">
          {errorText && (
            <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-madder-tint px-4 py-2.5 text-sm font-medium text-madder">
              <p>{errorText}</p>
              {scriptFailed && !errorNotice && (
                <button
                  type="button"
                  onClick={payment.loadScript}
                  className="min-h-9 underline underline-offset-4"
                >
                  Try Again
                </button>
              )}
            </div>
          )}
        </div>
        <div role="status">{notice?.tone === 'info' && <Notice>{notice.text}</Notice>}</div>
      </div>
      {/* After the payment, the confirmation must not depend on another request. */}
      <PrefetchPageLinks page="/order-success/next" />
      <Button ref={button} type="submit" size="lg" busy={busy || isWaiting} className="figures w-full">
        {busy ? 'Processing...' : label}
      </Button>
      <p className="text-center text-sm text-ink-soft max-sm:hidden">{next}</p>
    </div>
  );
}
