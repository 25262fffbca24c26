import { type ReactNode, useRef, useState } from 'react';
import { type CartLine, lineKey } from '../../../shared/orders/cart.ts';
import { useChange } from '../../ui/use-change.ts';
import { clearCart, removeFromCart, restoreLines } from './cart.ts';
import { CartLineItem } from './cart-line-item.tsx';
import { atCataloguePrice, useCart } from './use-cart.ts';

/** A removal that can be undone while the rest of the cart is unchanged. */
interface Undo {
  before: CartLine[];
  remaining: string;
  message: string;
}

/**
 * The lines of the cart, for the drawer (`compact`) and the page. A removal can be undone. `children` gets the
 * handler of the 'Clear Cart' button, whose place differs; `empty` is shown if there are no lines.
 */
export function CartLines({
  compact = false,
  empty,
  children,
}: {
  compact?: boolean;
  empty: ReactNode;
  children: (clear: () => void) => ReactNode;
}) {
  const { lines, isOpen } = useCart();
  const [undo, setUndo] = useState<Undo | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const available = undo && quantitiesOf(lines) === undo.remaining ? undo : null;
  if (undo && !available) setUndo(null);
  // A removal can no longer be undone after the drawer was closed and opened again.
  useChange(isOpen, () => {
    if (isOpen) setUndo(null);
  });

  function remove(message: string, removed: CartLine[], change: () => void) {
    change();
    setUndo({
      before: lines,
      remaining: quantitiesOf(lines.filter((line) => !removed.includes(line))),
      message,
    });
    // The button that had the focus no longer exists.
    requestAnimationFrame(() => undoButton.current?.focus());
  }

  function undoRemoval({ before }: Undo) {
    const first = before.findIndex((line) => !lines.some((left) => lineKey(left) === lineKey(line)));
    restoreLines(before.map(atCataloguePrice));
    setUndo(null);
    requestAnimationFrame(() => (list.current?.children[first] as HTMLElement | undefined)?.focus());
  }

  return (
    <>
      <div role="status">
        {available && (
          <p className="mt-3 flex items-center justify-between gap-3 rounded-md bg-paper-deep py-1 pr-1 pl-4 text-sm">
            <span className="line-clamp-2 min-w-0">{available.message}</span>
            <button
              ref={undoButton}
              type="button"
              onClick={() => undoRemoval(available)}
              className="min-h-10 shrink-0 rounded-button px-3.5 font-medium text-press hover:bg-press-tint"
            >
              Undo
            </button>
          </p>
        )}
      </div>
      {lines.length === 0 ? (
        empty
      ) : (
        <>
          <ul ref={list}>
            {lines.map((line) => (
              <CartLineItem
                key={lineKey(line)}
                line={line}
                compact={compact}
                onRemove={() => remove(`${line.name} removed.`, [line], () => removeFromCart(line))}
              />
            ))}
          </ul>
          {children(() => remove('Cart cleared.', lines, clearCart))}
        </>
      )}
    </>
  );
}

/** Identifies the lines and their quantities, but not their prices and stock, which may change meanwhile. */
const quantitiesOf = (lines: CartLine[]) => lines.map((line) => `${lineKey(line)} ${line.quantity}`).join();
