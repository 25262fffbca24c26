import { Mail, MessageCircle, RotateCcw, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { deliveryClaim, type Parcel, parcelOf } from '../../../../shared/orders/delivery.ts';
import { useShop } from '../../layout/shop.ts';

const linkClass = 'text-press underline underline-offset-4 hover:text-press-deep';

/** Delivery, returns, ways to pay and questions, beside the buttons. Nothing here is interactive. */
export function Assurances({ product }: { product: Product }) {
  const shop = useShop();
  const days = shop?.site.returnDays ?? null;
  return (
    <div className="mb-6 space-y-2 text-sm">
      <ul className="space-y-1">
        {product.isGiftCard ? (
          <Line icon={<Mail className="size-5" />}>
            Sent by email. It can be spent in parts, but not on gift cards.
          </Line>
        ) : (
          <>
            <Line icon={<Truck className="size-5" />}>
              {shop && deliveryClaim(shop.site.delivery)}{' '}
              <a href="/shipping-policy" className={linkClass}>
                Shipping Policy
              </a>
            </Line>
            <Line icon={<RotateCcw className="size-5" />}>
              {returnsText(days)}
              <a href="/returns-refunds" className={linkClass}>
                Returns & Exchanges
              </a>
            </Line>
          </>
        )}
        {shop?.site.whatsapp && (
          <Line icon={<MessageCircle className="size-5" />}>
            <a
              href={`https://wa.me/91${shop.site.whatsapp}?text=${encodeURIComponent(
                `Hello ${shop.site.clientName}, I have a question about ${product.name}: ${shop.origin}/products/${product.slug}`,
              )}`}
              target="_blank"
              rel="noreferrer"
              className={linkClass}
            >
              Ask a question on WhatsApp
            </a>
          </Line>
        )}
      </ul>
      {shop?.site.asksForAddress && shop.site.delivery.checksPin && !product.isGiftCard && (
        <PinCheck {...parcelOf(product)} />
      )}
      <PaymentMarks />
    </div>
  );
}

/** Asks how the shop delivers to a PIN code; `pin-check.ts` answers. Hidden without scripts. */
const PinCheck = ({ total, grams }: Parcel) => (
  <form data-pin-check data-price={total} data-grams={grams} className="pt-1 noscript:hidden print:hidden">
    <div className="flex gap-2">
      <input
        name="pin"
        aria-label="PIN code"
        placeholder="PIN code"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={6}
        className="input w-32"
      />
      <button type="submit" className="min-h-11 px-3 font-medium text-press">
        Check delivery
      </button>
    </div>
    <p role="status" className="min-h-10 pt-1" />
  </form>
);

function returnsText(days: number | null): string {
  if (days === null) return '';
  if (days === 0) return 'No returns, except for faults. ';
  return `Returns within ${days === 1 ? '1 day' : `${days} days`} of delivery. `;
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-8 items-center gap-2.5">
    <span className="text-ink-soft">{icon}</span>
    <span>{children}</span>
  </li>
);

/** Marks of the ways to pay, drawn for this shop. */
function PaymentMarks() {
  return (
    <ul aria-label="Ways to pay" className="flex flex-wrap gap-2 pt-1">
      <Mark name="UPI">
        <path d="m3 13 4-10 3 5z" className="fill-leaf" />
        <path d="m7 13 4-10 3 5z" className="fill-turmeric" />
      </Mark>
      <Mark name="RuPay">
        <path d="M4 3h3l4 5-4 5H4l4-5z" className="fill-press" />
        <path d="M9 3h3l4 5-4 5H9l4-5z" className="fill-madder" />
      </Mark>
      <Mark name="Cards">
        <rect x="1" y="3" width="15" height="10" rx="2" className="fill-none stroke-ink-soft" />
        <path d="M1 6.5h15" className="stroke-ink-soft" />
      </Mark>
    </ul>
  );
}

const Mark = ({ name, children }: { name: string; children: ReactNode }) => (
  <li className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-xs font-semibold ring-1 ring-line-strong ring-inset">
    <svg viewBox="0 0 17 16" aria-hidden="true" className="h-4 w-auto">
      {children}
    </svg>
    {name}
  </li>
);
