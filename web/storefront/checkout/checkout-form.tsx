import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lineProblem } from '../../../shared/cart.ts';
import { addressProblems, contactProblems } from '../../../shared/contact-rules.ts';
import type { PaymentMethod } from '../../../shared/contract/checkout.ts';
import type { PinCheck } from '../../../shared/contract/delivery.ts';
import { notServedText } from '../../../shared/delivery.ts';
import { rupees } from '../../../shared/money.ts';
import { useCart } from '../cart/cart.ts';
import { savePin } from '../cart/pin.ts';
import { useQuote } from '../cart/use-quote.ts';
import { AddressSection } from './address-section.tsx';
import { ContactSection } from './contact-section.tsx';
import { orderRequest } from './order-request.ts';
import { OrderSummary } from './order-summary.tsx';
import { PayBar } from './pay-bar.tsx';
import { pay, placeCod, unpaidAttempt } from './payment.ts';
import { PaymentMethods } from './payment-methods.tsx';
import { type CheckoutDetails, type DetailErrors, saveDetails, savedDetails } from './saved-details.ts';
import { type SectionProps, useBuyer } from './use-buyer.ts';
import { type OrderErrors, usePayment } from './use-payment.ts';

/** Contact, address, summary and payment. The entered details are saved on every change. */
export function CheckoutForm({ shopName, asksForAddress }: { shopName: string; asksForAddress: boolean }) {
  const { lines, totalItems } = useCart();
  const [method, setMethod] = useState<PaymentMethod>('online');
  const [details, setDetails] = useState(savedDetails);
  const quote = useQuote(lines, asksForAddress ? details : {}, method);
  const [errors, setErrors] = useState<DetailErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const suggested = useRef({ city: '', state: '' });
  const buyer = useBuyer(details, setDetails);
  const payment = usePayment({ findUnpaid: unpaidAttempt, onFieldErrors: showErrors });

  function showErrors({ discount_code: reason, gift_card_code: cardReason, ...found }: OrderErrors) {
    setErrors(found);
    if (reason) quote.refuse(reason);
    if (cardReason) quote.enterCard('', cardReason);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  function change(field: keyof CheckoutDetails, value: string) {
    const next = { ...details, [field]: value };
    setDetails(next);
    saveDetails(next, buyer.account);
    setErrors(({ [field]: _, ...others }) => others);
  }

  /** Fills in the city and the state of the PIN code. What the shopper has entered stays, even if it differs. */
  const suggest = useEffectEvent((found: PinCheck) => {
    if (found.postalCode !== details.postalCode) return;
    savePin(found.postalCode);
    const isFree = (field: 'city' | 'state') =>
      found[field] &&
      found[field] !== details[field] &&
      (!details[field] || details[field] === suggested.current[field]);
    const fields = (['city', 'state'] as const).filter(isFree);
    if (fields.length === 0) return;
    const filled = Object.fromEntries(fields.map((field) => [field, found[field]]));
    suggested.current = { ...suggested.current, ...filled };
    // She may be entering something else at this moment.
    setDetails((now) => ({ ...now, ...filled }));
    saveDetails({ ...details, ...filled }, buyer.account);
    setErrors((now) => ({ ...now, ...Object.fromEntries(fields.map((field) => [field, undefined])) }));
  });
  const { delivery } = quote;
  useEffect(() => {
    if (delivery) suggest(delivery);
  }, [delivery]);
  const isRefused = delivery?.served === false && delivery.postalCode === details.postalCode;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (payment.busy || quote.isStale) return;
    const found: DetailErrors = {
      ...(buyer.account ? enteredProblems(details) : contactProblems(details)),
      ...(asksForAddress && addressProblems(details)),
    };
    if (Object.keys(found).length > 0) return showErrors(found);
    setErrors({});
    if (lines.length === 0) return payment.showError('Your cart is empty!');
    if (lines.some((line) => lineProblem(line))) {
      form.current?.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' });
      return payment.showError(
        'Some items are not available in this quantity. Change or remove the marked items.',
      );
    }
    const request = orderRequest(lines, details, asksForAddress, quote);
    if (quote.isCod) return payment.run((_, waiting) => placeCod(request, waiting), { isOnline: false });
    const description = `Order of ${totalItems} ${totalItems === 1 ? 'item' : 'items'}`;
    const isOnline = quote.giftCard?.due !== 0;
    payment.run((onFailure, waiting) => pay(request, { name: shopName, description }, onFailure, waiting), {
      isOnline,
    });
  }

  const shownErrors = isRefused ? { postalCode: notServedText(delivery.postalCode), ...errors } : errors;
  const due = quote.giftCard?.due ?? quote.total;
  const sectionProps: SectionProps = { details, errors: shownErrors, change, buyer };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="mt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-x-14 [&_:is(input,select,textarea)]:scroll-mb-40"
    >
      <div className="space-y-10">
        <ContactSection {...sectionProps} />
        {asksForAddress && <AddressSection {...sectionProps} />}
      </div>
      <div className="max-lg:contents lg:sticky below-header lg:self-start">
        <OrderSummary quote={quote} />
        <PaymentMethods method={method} quote={quote} onChange={setMethod} />
        <PayBar
          payment={payment}
          label={quote.isCod || due === 0 ? 'Place order' : `Pay ${rupees(due)}`}
          isWaiting={quote.isStale}
        />
      </div>
    </form>
  );
}

/** A signed-in shopper may leave out contact details, but those that she enters must be valid. */
function enteredProblems(details: CheckoutDetails): DetailErrors {
  const found = Object.entries(contactProblems(details)) as [keyof CheckoutDetails, string][];
  return Object.fromEntries(found.filter(([field]) => details[field].trim() !== ''));
}
