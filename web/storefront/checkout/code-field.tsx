import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Quote } from '../cart/use-quote.ts';

/** The code of a discount: entered, refused with the reason, or used. It is within the form of the checkout. */
export function CodeField({ quote }: { quote: Quote }) {
  const { confirmed, entered, reason, discounts, enter } = quote;
  const [text, setText] = useState(entered);
  const place = useRef<HTMLDivElement>(null);
  // The field or button that had the focus no longer exists.
  useChange(confirmed, () => place.current?.querySelector<HTMLElement>('input, button')?.focus());
  const isOutdone = confirmed && !discounts.some(({ code }) => code === confirmed);
  const apply = () => {
    if (text.trim()) enter(text);
  };
  return (
    <div ref={place} className="mt-5 border-t border-line pt-4">
      {confirmed ? (
        <p className="flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 wrap-anywhere">
            Code <strong className="font-semibold">{confirmed}</strong>
          </span>
          <Button
            variant="ghost"
            className="-my-2 -mr-4"
            onClick={() => {
              setText('');
              enter('');
            }}
          >
            Remove<span className="sr-only"> the code</span>
          </Button>
        </p>
      ) : (
        <div className="flex items-start gap-3">
          <Field
            label="Discount code"
            name="discountCode"
            value={text}
            error={reason}
            maxLength={30}
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
        {isOutdone && 'Another discount saves you more, so this code is not used.'}
      </p>
    </div>
  );
}
