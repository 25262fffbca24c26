/** The three values that prove a payment (razorpay §5). */
export interface PaymentProof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface RazorpayOptions {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  prefill: { name: string; email: string; contact: string };
  theme: { color: string };
  modal: { confirm_close: boolean; escape: boolean; ondismiss: () => void };
  retry: { enabled: boolean };
  callback_url?: string;
  redirect?: boolean;
  handler: (proof: PaymentProof) => void;
}

interface RazorpayWindow {
  open(): void;
  on(event: 'payment.failed', listener: (failure: { error: { description?: string } }) => void): void;
}

declare global {
  interface Window {
    Razorpay?: new (options: RazorpayOptions) => RazorpayWindow;
  }
}

/** Loads the provider's script once. A failed load may be tried again. */
export function loadPaymentScript(url: string): Promise<void> {
  if (window.Razorpay) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => (window.Razorpay ? resolve() : reject(new Error('The script defines no window')));
    script.onerror = () => {
      script.remove();
      reject(new Error('The script did not load'));
    };
    document.head.append(script);
  });
}

export type WindowOptions = Omit<
  RazorpayOptions,
  'modal' | 'retry' | 'handler' | 'callback_url' | 'redirect'
>;

/**
 * Opens the provider's window. Returns the proof of payment, or null if the shopper closes the window. After a failed
 * payment the window stays open, and `onFailure` gets the provider's description.
 */
export function openPaymentWindow(
  options: WindowOptions,
  onFailure: (description: string) => void,
): Promise<PaymentProof | null> {
  return new Promise((resolve, reject) => {
    if (!window.Razorpay) throw new Error('The payment script is not loaded');
    try {
      const paymentWindow = new window.Razorpay({
        ...options,
        retry: { enabled: true },
        modal: { confirm_close: true, escape: false, ondismiss: () => resolve(null) },
        handler: resolve,
        ...redirectOptions(),
      });
      paymentWindow.on('payment.failed', ({ error }) => onFailure(error.description ?? ''));
      paymentWindow.open();
    } catch (error) {
      reject(error);
    }
  });
}

/**
 * Browsers inside other apps can't open the pop-ups that the provider's window needs. There, the provider replaces the
 * page and returns with a form, which the server verifies like the proof (razorpay §5).
 */
function redirectOptions(): Pick<RazorpayOptions, 'callback_url' | 'redirect'> {
  const insideApp = /Instagram|FBAN|FBAV|FB_IAB|Line\/|MicroMessenger|UCBrowser|Opera Mini|; wv\)/;
  if (!insideApp.test(navigator.userAgent)) return {};
  return { callback_url: `${window.location.origin}/api/razorpay/callback`, redirect: true };
}
