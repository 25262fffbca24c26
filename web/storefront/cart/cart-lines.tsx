import { type ReactNode, useRef, useState } from 'react';
import type { CartLine } from '../../../shared/cart.ts';
import { useCart } from './cart.ts';
import { CartLineItem } from './cart-line-item.tsx';

/**
 * The lines of the cart, for the drawer (`compact`) and the page. What is removed can be put back.
 * `children` get the press of 'Clear Cart', whose place differs; `empty` stands where no line is.
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
  const { lines, removeFromCart, clearCart, loadCart } = useCart();
  const [undo, setUndo] = useState<{ lines: CartLine[]; said: string } | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);

  function takeOut(said: string, change: () => void) {
    setUndo({ lines, said });
    change();
    // The pressed button is gone with its line: the focus goes to what takes it back.
    requestAnimationFrame(() => undoButton.current?.focus());
  }

  return (
    <>
      <div role="status">
        {undo && (
          <p className="mt-3 flex items-center justify-between gap-3 rounded-md bg-paper-deep py-1 pr-1 pl-4 text-sm">
            <span className="line-clamp-2 min-w-0">{undo.said}</span>
            <button
              ref={undoButton}
              type="button"
              onClick={() => {
                loadCart(undo.lines);
                setUndo(null);
              }}
              className="min-h-10 shrink-0 rounded-full px-3.5 font-medium text-press hover:bg-press-tint"
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
          <ul>
            {lines.map((line) => (
              <CartLineItem
                key={`${line._id} ${line.variantId}`}
                line={line}
                compact={compact}
                onRemove={() => takeOut(`${line.name} removed.`, () => removeFromCart(line))}
              />
            ))}
          </ul>
          {children(() => takeOut('Cart cleared.', clearCart))}
        </>
      )}
    </>
  );
}
