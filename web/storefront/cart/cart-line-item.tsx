import { Trash2 } from 'lucide-react';
import { rupees } from '../../../shared/money.ts';
import { type CartLine, lineTotal, maxGiftCards, maxQuantity } from '../../../shared/orders/cart.ts';
import { recipientText } from '../../../shared/orders/gift-card-texts.ts';
import { Link } from '../../ui/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import { closeCart, updateQuantity } from './cart.ts';
import { LineProblem } from './line-problem.tsx';

export function OwnPrice({ line: { cataloguePrice } }: { line: CartLine }) {
  if (cataloguePrice === undefined) return null;
  return (
    <>
      <span className="sr-only">Original price </span>
      <s>{rupees(cataloguePrice)}</s> <span className="own-price whitespace-nowrap">Your price</span>
    </>
  );
}

export function CartLineItem({
  line,
  compact,
  onRemove,
}: {
  line: CartLine;
  compact: boolean;
  onRemove: (line: CartLine) => void;
}) {
  const fullName = line.variantLabel ? `${line.name}, ${line.variantLabel}` : line.name;
  return (
    <li tabIndex={-1} className={`flex gap-4 border-b border-line ${compact ? 'py-4' : 'py-5 md:gap-6'}`}>
      <Link
        href={`/products/${line.slug}`}
        onClick={closeCart}
        tabIndex={-1}
        aria-hidden="true"
        className={`shrink-0 self-start ${compact ? 'w-20' : 'w-24 md:w-32'} ${line.gone ? 'opacity-50' : ''}`}
      >
        <Picture path={line.image} alt="" sizes={compact ? '80px' : '128px'} className="rounded-md" />
      </Link>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <a
              href={`/products/${line.slug}`}
              onClick={closeCart}
              className="line-clamp-2 font-medium break-words hover:text-press hover:underline hover:underline-offset-4"
            >
              {line.name}
            </a>
            {line.variantLabel && <p className="text-sm text-ink-soft">{line.variantLabel}</p>}
            {line.recipient && <p className="text-sm wrap-anywhere">{recipientText(line.recipient)}</p>}
            <p className="figures text-sm text-ink-soft">
              {rupees(line.price)} <OwnPrice line={line} />
            </p>
          </div>
          <button
            type="button"
            aria-label={`Remove ${fullName}`}
            onClick={() => onRemove(line)}
            className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-paper-deep hover:text-madder"
          >
            <Trash2 className="size-4.5" />
          </button>
        </div>
        <LineProblem line={line} onRemove={onRemove} />
        {!line.gone && (
          <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
            <Quantity
              value={line.quantity}
              max={line.recipient ? maxGiftCards : maxQuantity}
              onChange={(quantity) => updateQuantity(line, quantity)}
              label={`Quantity of ${fullName}`}
            />
            <span className="figures font-semibold">
              <span className="sr-only">Line total </span>
              {rupees(lineTotal(line))}
            </span>
          </div>
        )}
      </div>
    </li>
  );
}
