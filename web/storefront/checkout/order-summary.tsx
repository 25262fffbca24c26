import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { rupees } from '../../../shared/money.ts';
import { type CartLine, lineKey, lineTotal } from '../../../shared/orders/cart.ts';
import { arrivalText, readyText } from '../../../shared/orders/delivery.ts';
import { giftCardName } from '../../../shared/orders/gift-card-code.ts';
import { isShipped, recipientText } from '../../../shared/orders/gift-card-texts.ts';
import { Picture } from '../../ui/picture.tsx';
import { OwnPrice } from '../cart/cart-line-item.tsx';
import { LineProblem } from '../cart/line-problem.tsx';
import { shippingText, Totals } from '../cart/totals.tsx';
import { useCart } from '../cart/use-cart.ts';
import type { Quote } from '../cart/use-quote.ts';
import { CodeField } from './code-field.tsx';

/** What is ordered and what it costs. On small screens it is folded to its total until it is opened, or `isOpen`. */
export function OrderSummary({
  quote,
  isOpen,
  onToggle,
  className,
}: {
  quote: Quote;
  isOpen: boolean;
  onToggle: () => void;
  className: string;
}) {
  const { lines, totalItems } = useCart();
  const id = useId();
  const rows: [string, string][] = [
    ['Subtotal', rupees(quote.subtotal)],
    ...quote.rows,
    ...(isShipped(lines)
      ? [
          [quote.readyOn ? 'Pickup' : 'Shipping', shippingOf(quote)] as [string, string],
          ...quote.shippingRows,
          ['Tax', 'Included'] as [string, string],
        ]
      : []),
    ...(quote.rounding ? [['Rounding', rupees(quote.rounding)] as [string, string]] : []),
  ];
  const { giftCard, advance, cod } = quote;
  const below: [string, string][] = [
    ...(giftCard
      ? [
          [giftCardName(giftCard.ending), rupees(-giftCard.amount)] as [string, string],
          ['To pay', rupees(giftCard.due)] as [string, string],
        ]
      : []),
    ...(advance > 0 && cod
      ? [
          ['To pay now', rupees(advance)] as [string, string],
          ['To pay at the door', rupees(cod.due)] as [string, string],
        ]
      : []),
  ];
  return (
    <section
      aria-labelledby={id}
      className={`rounded-lg bg-card px-5 ring-1 ring-line sm:px-6 lg:py-6 ${className}`}
    >
      <h2 id={id} className="text-xl max-lg:sr-only">
        Order Summary
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`${id}-content`}
        onClick={onToggle}
        className="flex min-h-14 w-full items-center justify-between gap-3 text-left lg:hidden"
      >
        <span className="flex min-w-0 items-center gap-1.5 text-press">
          {isOpen ? 'Hide' : 'Show'} {totalItems} {totalItems === 1 ? 'item' : 'items'}
          <ChevronDown className={`size-4 shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
        </span>
        <span className="figures text-lg font-semibold">
          <span className="sr-only">{giftCard ? 'To pay' : 'Total'} </span>
          {rupees(giftCard ? giftCard.due : quote.total)}
        </span>
      </button>
      <div id={`${id}-content`} className={isOpen ? 'max-lg:pb-5' : 'max-lg:hidden'}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard too */}
        <ul tabIndex={0} className="mt-4 space-y-4 max-lg:mt-1 lg:max-h-[max(10rem,34vh)] lg:overflow-y-auto">
          {lines.map((line) => (
            <SummaryLine key={lineKey(line)} line={line} />
          ))}
        </ul>
        <CodeField quote={quote} />
        <Totals className="mt-4 border-t border-line pt-4" rows={rows} total={quote.total} below={below} />
        {/* Its line is kept free, so that nothing moves when the answer arrives. */}
        <p role="status" className="mt-3 min-h-5 text-sm text-ink-soft">
          {quote.readyOn ? readyText(quote.readyOn) : quote.delivery && arrivalText(quote.delivery)}
        </p>
      </div>
    </section>
  );
}

/** The delivery charge, or what is missing to know it. */
function shippingOf({ shipping, delivery }: Quote): string {
  if (shipping !== null) return shippingText(shipping);
  return delivery ? '—' : 'Enter your PIN code';
}

function SummaryLine({ line }: { line: CartLine }) {
  return (
    <li className="flex gap-3.5">
      <div className="w-14 shrink-0">
        <Picture path={line.image} alt="" sizes="56px" className="rounded-sm" />
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <p className="line-clamp-2 min-w-0 text-sm font-medium break-words">{line.name}</p>
          <p className="figures shrink-0 text-sm font-medium">{line.gone ? '—' : rupees(lineTotal(line))}</p>
        </div>
        {line.variantLabel && <p className="text-sm text-ink-soft">{line.variantLabel}</p>}
        {line.recipient && <p className="text-sm wrap-anywhere">{recipientText(line.recipient)}</p>}
        <p className="figures text-sm text-ink-soft">
          {line.quantity} × {rupees(line.price)} <OwnPrice line={line} />
        </p>
        <LineProblem line={line} />
      </div>
    </li>
  );
}
