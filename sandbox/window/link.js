// @ts-check
import { call } from './requests.js';

/** The page of a payment link: opens the payment window for the link's order. */
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const texts = {
  created: '',
  paid: 'This payment link has been paid. You can close this page.',
  cancelled: 'This payment link was cancelled.',
  expired: 'This payment link has expired.',
};

const link = location.pathname.split('/').at(-1) ?? '';
try {
  const { key_id, order_id, amount, description, status } = await call(
    new URL(`links/${encodeURIComponent(link)}`, import.meta.url),
    {},
  );
  const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount / 100);
  part('title').textContent = description || 'Payment link';
  part('amount').textContent = money;
  part('pay').textContent = `Pay ${money}`;
  show(status);
  part('pay').addEventListener('click', () => {
    const options = {
      key: key_id,
      order_id,
      amount,
      name: description,
      handler: () => show('paid'),
    };
    // @ts-expect-error checkout.js defines it.
    new window.Razorpay(options).open();
  });
} catch (error) {
  part('status').textContent = error instanceof Error ? error.message : 'Something went wrong. Try again.';
}

/** @param {keyof typeof texts} status */
function show(status) {
  part('status').textContent = texts[status];
  part('pay').hidden = status !== 'created';
}
