import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressProblems } from '../../../shared/contact/address-rules.ts';
import {
  type ContactDetails,
  contactProblems,
  normaliseMobile,
} from '../../../shared/contact/contact-rules.ts';
import type { PaymentMethod } from '../../../shared/contract/orders/checkout.ts';
import type { PickupPoint, PinCheck } from '../../../shared/contract/orders/delivery.ts';
import { rupees } from '../../../shared/money.ts';
import { lineProblem } from '../../../shared/orders/cart.ts';
import { notServedText } from '../../../shared/orders/delivery.ts';
import { isShipped } from '../../../shared/orders/gift-card-texts.ts';
import { businessProblems } from '../../../shared/orders/order-extras.ts';
import { savePin } from '../cart/pin.ts';
import { tooManyLines } from '../cart/too-many-lines.ts';
import { useCart } from '../cart/use-cart.ts';
import { useQuote } from '../cart/use-quote.ts';
import { useShop } from '../layout/shop.ts';
import { AddressSection } from './address-section.tsx';
import { ContactSection } from './contact-section.tsx';
import type { ExtrasProps } from './extras-section.tsx';
import { orderRequest } from './order-request.ts';
import { OrderSummary } from './order-summary.tsx';
import { afterAdvance, afterPayment, PayBar } from './pay-bar.tsx';
import { pay, payCod, unpaidAttempt } from './payment.ts';
import { PaymentMethods } from './payment-methods.tsx';
import { type CheckoutDetails, type DetailErrors, saveDetails, savedDetails } from './saved-details.ts';
import { Steps } from './steps.tsx';
import { type SectionProps, useBuyer } from './use-buyer.ts';
import { type OrderErrors, usePayment } from './use-payment.ts';

// Only the first order on delivery of a mobile number needs it.
const ProveMobile = lazy(() => import('./prove-mobile.tsx').then((file) => ({ default: file.ProveMobile })));

// Without it, which is optional, the checkout goes on.
const ExtrasSection = lazy<ComponentType<ExtrasProps>>(() =>
  import('./extras-section.tsx').then(
    (file) => ({ default: file.ExtrasSection }),
    () => ({ default: () => null }),
  ),
);

/** Contact, address, summary and payment. The entered details are saved on every change. */
export function CheckoutForm({
  shopName,
  asksForAddress: asks,
  points,
}: {
  shopName: string;
  asksForAddress: boolean;
  points: PickupPoint[];
}) {
  const { lines, totalItems } = useCart();
  const asksForAddress = asks && isShipped(lines);
  const [method, setMethod] = useState<PaymentMethod>('online');
  const shop = useShop();
  const { details, errors, setErrors, buyer, change, suggest } = useDetails(asksForAddress ? points : []);
  const isFree = shop?.site.delivery.checksPin === false;
  const quote = useQuote(lines, asksForAddress ? details : {}, method, isFree);
  const [agreesToWhatsapp, setAgreesToWhatsapp] = useState(false);
  const [isSummaryOpen, setSummaryOpen] = useState(false);
  const hasLineProblem = lines.some((line) => lineProblem(line));
  const form = useRef<HTMLFormElement>(null);
  const [isProving, setProving] = useState(false);
  const place = `${details.state} ${details.postalCode}`;
  /** Where the server has asked if the state is right. Who orders again says that it is. */
  const [askedPlace, setAskedPlace] = useState('');
  const payment = usePayment({
    findUnpaid: unpaidAttempt,
    onUnproved: () => setProving(true),
    onFieldErrors: (found) => {
      if (found.state) setAskedPlace(place);
      showErrors(found);
    },
  });

  function showErrors({ discount_code: reason, gift_card_code: cardReason, ...found }: OrderErrors) {
    setErrors(found);
    if (reason) quote.refuse(reason);
    if (cardReason) quote.enterCard('', cardReason);
    if (reason || cardReason) setSummaryOpen(true);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  const { delivery } = quote;
  const fillIn = useEffectEvent(suggest);
  useEffect(() => {
    if (delivery) fillIn(delivery);
  }, [delivery]);
  // A marked item must be visible.
  useEffect(() => {
    if (hasLineProblem) setSummaryOpen(true);
  }, [hasLineProblem]);
  // Who gets a gift card reads who it is from.
  const asksForName = !isShipped(lines);
  const tooMany = tooManyLines(lines);
  const sayTooMany = useEffectEvent(() => tooMany && payment.showError(tooMany));
  useEffect(() => {
    if (tooMany) sayTooMany();
  }, [tooMany]);
  const isRefused = delivery?.served === false && delivery.postalCode === details.postalCode;

  const { contactErrors, addressErrors } = problemsOf(details, {
    isKnown: buyer.account !== undefined,
    asksForAddress,
    asksForName,
  });

  /** `proof`: what proves the mobile number of an order on delivery. */
  function order(proof?: string) {
    if (payment.busy || quote.isStale) return;
    const found: DetailErrors = { ...contactErrors, ...addressErrors, ...businessProblems(details) };
    if (Object.keys(found).length > 0) return showErrors(found);
    setErrors({});
    if (lines.length === 0) return payment.showError('Your cart is empty!');
    if (tooMany) return payment.showError(tooMany);
    if (hasLineProblem) {
      form.current?.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' });
      return payment.showError(
        'Some items are not available in this quantity. Change or remove the marked items.',
      );
    }
    const request = {
      ...orderRequest(lines, details, asksForAddress, quote, agreesToWhatsapp),
      ...(proof && { mobile_proof: proof }),
      confirms_state: askedPlace === place,
    };
    const description = `Order of ${totalItems} ${totalItems === 1 ? 'item' : 'items'}`;
    const texts = { name: shopName, description };
    const send = quote.isCod ? payCod : pay;
    const isOnline = quote.isCod ? quote.advance > 0 : quote.giftCard?.due !== 0;
    payment.run((onFailure, waiting) => send(request, texts, onFailure, waiting), { isOnline });
  }

  const shownErrors = isRefused ? { postalCode: notServedText(delivery.postalCode), ...errors } : errors;
  const due = quote.isCod ? quote.advance : (quote.giftCard?.due ?? quote.total);
  const steps = [
    { id: 'contact', title: 'Contact', isDone: isEmpty(contactErrors) },
    { id: 'delivery', title: 'Delivery', isDone: isEmpty(addressErrors) && !isRefused },
    { id: 'payment', title: 'Payment', isDone: false },
  ];
  const sectionProps: SectionProps = { details, errors: shownErrors, change, buyer };
  return (
    <>
      <Steps steps={asksForAddress ? steps : steps.filter(({ id }) => id !== 'delivery')} />
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          order();
        }}
        className="mt-4 flex flex-col lg:mt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-x-14 [&_:is(input,select,textarea)]:scroll-mb-40"
      >
        <div className="space-y-10 [&>div]:scroll-mt-4">
          <div id="contact">
            <ContactSection {...sectionProps} asksForName={asksForName} />
          </div>
          {asksForAddress && (
            <div id="delivery">
              <AddressSection {...sectionProps} points={points} />
            </div>
          )}
          {/* As high as its checkboxes, so that nothing moves when it arrives. */}
          <div className="min-h-42">
            <Suspense fallback={null}>
              <ExtrasSection {...sectionProps} agrees={agreesToWhatsapp} onAgree={setAgreesToWhatsapp} />
            </Suspense>
          </div>
          <div id="payment">
            <PaymentMethods method={method} quote={quote} onChange={setMethod} />
          </div>
        </div>
        <div className="max-lg:contents lg:sticky lg:top-6 lg:self-start">
          <OrderSummary
            quote={quote}
            isOpen={isSummaryOpen}
            onToggle={() => setSummaryOpen(!isSummaryOpen)}
            className="max-lg:order-first max-lg:mb-8"
          />
          <PayBar
            payment={payment}
            label={due === 0 ? 'Place order' : `Pay ${rupees(due)}${quote.isCod ? ' now' : ''}`}
            isWaiting={quote.isStale}
            next={quote.isCod ? (quote.advance > 0 ? afterAdvance : afterCodOrder) : afterPayment}
          />
        </div>
      </form>
      {isProving && (
        <Suspense fallback={null}>
          <ProveMobile
            mobile={normaliseMobile(details.mobile)}
            email={details.email.trim()}
            onClose={() => setProving(false)}
            onProved={(proof) => {
              setProving(false);
              order(proof);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * The details that the shopper has entered, and their errors. `points`: where the order can be picked up.
 */
function useDetails(points: PickupPoint[]) {
  const [stored, setDetails] = useState(savedDetails);
  const [errors, setErrors] = useState<DetailErrors>({});
  const suggested = useRef({ city: '', state: '' });
  const shop = useShop();
  // What the shop does not offer any more is neither shown nor sent.
  const details = {
    ...stored,
    ...(!points.some(({ name }) => name === stored.pickupPoint) && { pickupPoint: '' }),
    ...(!shop?.site.issuesTaxInvoices && noBusiness),
  };
  const found = useBuyer(details, setDetails);
  const choose: typeof found.choose = (address) => {
    found.choose(address);
    setErrors({});
  };
  const buyer = { ...found, choose };

  function change(changed: Partial<CheckoutDetails>) {
    const next = { ...details, ...changed };
    setDetails(next);
    saveDetails(next, buyer.account);
    // The question whether the state is right is about the PIN code too.
    const state = 'postalCode' in changed ? ['state'] : [];
    setErrors((now) => withoutErrors(now, Object.keys(changed).concat(state)));
  }

  /** Fills in the city and the state of the PIN code. What the shopper has entered stays, even if it differs. */
  function suggest(found: PinCheck) {
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
    // They may be entering something else at this moment.
    setDetails((now) => ({ ...now, ...filled }));
    saveDetails({ ...details, ...filled }, buyer.account);
    setErrors((now) => withoutErrors(now, fields));
  }

  return { details, errors, setErrors, buyer, change, suggest };
}

/** What is wrong with the details. `isKnown`: the shopper is signed in. */
function problemsOf(
  details: CheckoutDetails,
  {
    isKnown,
    asksForAddress,
    asksForName,
  }: { isKnown: boolean; asksForAddress: boolean; asksForName: boolean },
) {
  const { name } = addressProblems(details);
  return {
    contactErrors: isKnown ? enteredProblems(details) : contactProblems(details),
    addressErrors: asksForAddress ? deliveryProblems(details) : asksForName && name ? { name } : {},
  };
}

const afterCodOrder = 'Next, we mail you your order. Confirm it there, and pay the courier when it arrives.';

const noBusiness = { businessName: '', gstin: '', isSez: false };

const isEmpty = (problems: object) => Object.keys(problems).length === 0;

const withoutErrors = (errors: DetailErrors, fields: string[]): DetailErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));

/** A shopper who picks up the order enters a name only. */
function deliveryProblems(details: CheckoutDetails): DetailErrors {
  const { name, ...others } = addressProblems(details);
  return { ...(name && { name }), ...(!details.pickupPoint && others) };
}

/** A signed-in shopper may leave out contact details, but those that they enter must be valid. */
function enteredProblems(details: CheckoutDetails): DetailErrors {
  const found = Object.entries(contactProblems(details)) as [keyof ContactDetails, string][];
  return Object.fromEntries(found.filter(([field]) => details[field].trim() !== ''));
}
