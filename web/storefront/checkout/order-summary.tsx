import { type CartLine, lineTotal } from '../../../shared/cart.ts';
import { arrivalText } from '../../../shared/delivery.ts';
import { giftCardName } from '../../../shared/gift-card-code.ts';
import { rupees } from '../../../shared/money.ts';
import { Picture } from '../../ui/picture.tsx';
import { useCart } from '../cart/cart.ts';
import { LineProblem } from '../cart/line-problem.tsx';
import { shippingText, Totals } from '../cart/totals.tsx';
import type { Quote } from '../cart/use-quote.ts';
import { Section } from '../layout/section.tsx';
import { CodeField } from './code-field.tsx';

export function OrderSummary({ quote }: { quote: Quote }) {
  const { lines } = useCart();
  const rows: [string, string][] = [
    ['Subtotal', rupees(quote.subtotal)],
    ...quote.rows,
    ['Shipping', shippingOf(quote)],
    ['Tax', 'Included'],
  ];
  const { giftCard } = quote;
  const below: [string, string][] = giftCard
    ? [
        [giftCardName(giftCard.ending), rupees(-giftCard.amount)],
        ['To pay', rupees(giftCard.due)],
      ]
    : [];
  return (
    <Section title="Order Summary" className="mt-10 rounded-lg bg-card p-5 ring-1 ring-line sm:p-6 lg:mt-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard too */}
      <ul tabIndex={0} className="mt-4 space-y-4 lg:max-h-[max(10rem,34vh)] lg:overflow-y-auto">
        {lines.map((line) => (
          <SummaryLine key={`${line._id} ${line.variantId}`} line={line} />
        ))}
      </ul>
      <CodeField quote={quote} />
      <Totals className="mt-4 border-t border-line pt-4" rows={rows} total={quote.total} below={below} />
      {quote.delivery && (
        <p role="status" className="mt-3 text-sm text-ink-soft">
          {arrivalText(quote.delivery)}
        </p>
      )}
    </Section>
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
        <p className="figures text-sm text-ink-soft">
          {line.quantity} × {rupees(line.price)}
        </p>
        <LineProblem line={line} />
      </div>
    </li>
  );
}
