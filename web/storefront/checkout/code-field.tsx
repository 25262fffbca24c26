import { type ReactNode, useRef, useState } from 'react';
import { rupees } from '../../../shared/money.ts';
import { giftCardName } from '../../../shared/orders/gift-card-code.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Quote } from '../cart/use-quote.ts';

/**
 * The codes of a discount and of a gift card: entered, refused with the reason, or used. It is within the form of the
 * checkout.
 */
export function CodeField({ quote }: { quote: Quote }) {
  const { confirmed, entered, reason, codeNote, giftCard, enter, enterCard } = quote;
  const [text, setText] = useState(entered);
  const place = useRef<HTMLDivElement>(null);
  // The field or button that had the focus no longer exists.
  useChange(`${confirmed} ${giftCard?.code}`, () => {
    setText(confirmed ? '' : entered);
    place.current?.querySelector<HTMLElement>('input, button')?.focus();
  });
  const apply = () => {
    if (text.trim()) quote.enter(text);
  };
  return (
    <div ref={place} className="mt-5 border-t border-line pt-4">
      {confirmed && (
        <Used what="the code" onRemove={() => enter('')}>
          Code <strong className="font-semibold">{confirmed}</strong>
        </Used>
      )}
      {giftCard && (
        <Used what="the gift card" onRemove={() => enterCard('')}>
          <strong className="font-semibold">{giftCardName(giftCard.ending)}</strong>
          <span className="block text-ink-soft">
            Balance {rupees(giftCard.balance)}
            {giftCard.balance > giftCard.amount &&
              `, ${rupees(giftCard.balance - giftCard.amount)} stays on it`}
          </span>
        </Used>
      )}
      {(!confirmed || !giftCard) && (
        <div className="flex items-start gap-3">
          <Field
            label={confirmed ? 'Gift card' : giftCard ? 'Discount code' : 'Discount code or gift card'}
            name="discountCode"
            value={text}
            error={reason}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The form would be sent.
              event.preventDefault();
              apply();
            }}
            className="min-w-0 flex-1"
          />
          <Button variant="secondary" className="mt-7" onClick={apply}>
            Apply
          </Button>
        </div>
      )}
      <p role="status" className="text-sm text-ink-soft">
        {codeNote}
      </p>
    </div>
  );
}

function Used({ what, onRemove, children }: { what: string; onRemove: () => void; children: ReactNode }) {
  return (
    <p className="flex items-center justify-between gap-3 pb-2 text-sm">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <Button variant="ghost" className="-my-2 -mr-4" onClick={onRemove}>
        Remove<span className="sr-only"> {what}</span>
      </Button>
    </p>
  );
}
