import { pinPattern } from '../../../../shared/contact/pin-code.ts';
import { pinCheckText } from '../../../../shared/orders/delivery.ts';
import { compactText } from '../../../../shared/text/plain-text.ts';
import { call } from '../../../api.ts';
import { readPin, savePin } from '../../cart/pin.ts';

/** Answers how the shop delivers to the PIN code in a form of the product page, or else to the one checked before. */
export async function checkPin(form: HTMLFormElement) {
  const input = form.querySelector('input');
  const answer = form.querySelector('[role="status"]');
  if (!input || !answer) return;
  input.value = compactText(input.value) || readPin();
  const pin = input.value;
  const isValid = pinPattern.test(pin);
  input.ariaInvalid = isValid ? null : 'true';
  answer.textContent = isValid ? 'Checking …' : 'Enter a valid PIN code';
  if (!isValid) return;
  savePin(pin);
  const parcel = { total: Number(form.dataset.price), grams: Number(form.dataset.grams) };
  try {
    const check = await call('GET /delivery', { query: { pin } });
    if (input.value === pin) answer.textContent = pinCheckText(check, parcel);
  } catch (error) {
    answer.textContent = error instanceof Error ? error.message : String(error);
  }
}
