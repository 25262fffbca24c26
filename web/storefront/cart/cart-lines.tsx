import { type ReactNode, useRef, useState } from 'react';
import type { CartLine } from '../../../shared/cart.ts';
import { useChange } from '../../ui/use-change.ts';
import { useCart } from './cart.ts';
import { CartLineItem } from './cart-line-item.tsx';

/** What was removed, as long as the rest of the cart stays as it is. */
interface Undo {
  before: CartLine[];
  left: string;
  said: string;
}

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
  const { lines, isOpen, removeFromCart, clearCart, restore } = useCart();
  const [undo, setUndo] = useState<Undo | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const offered = undo && reserved(lines) === undo.left ? undo : null;
  if (undo && !offered) setUndo(null);
  // What was removed before the drawer closed is gone for good when it opens again.
  useChange(isOpen, () => {
    if (isOpen) setUndo(null);
  });

  function takeOut(said: string, taken: CartLine[], change: () => void) {
    change();
    setUndo({ before: lines, left: reserved(lines.filter((line) => !taken.includes(line))), said });
    // The pressed button is gone with its line: the focus goes to what takes it back.
    requestAnimationFrame(() => undoButton.current?.focus());
  }

  function putBack({ before }: Undo) {
    const first = before.findIndex((line) => !lines.some((left) => keyOf(left) === keyOf(line)));
    restore(before);
    setUndo(null);
    requestAnimationFrame(() => (list.current?.children[first] as HTMLElement | undefined)?.focus());
  }

  return (
    <>
      <div role="status">
        {offered && (
          <p className="mt-3 flex items-center justify-between gap-3 rounded-md bg-paper-deep py-1 pr-1 pl-4 text-sm">
            <span className="line-clamp-2 min-w-0">{offered.said}</span>
            <button
              ref={undoButton}
              type="button"
              onClick={() => putBack(offered)}
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
          <ul ref={list}>
            {lines.map((line) => (
              <CartLineItem
                key={keyOf(line)}
                line={line}
                compact={compact}
                onRemove={() => takeOut(`${line.name} removed.`, [line], () => removeFromCart(line))}
              />
            ))}
          </ul>
          {children(() => takeOut('Cart cleared.', lines, clearCart))}
        </>
      )}
    </>
  );
}

const keyOf = (line: CartLine) => `${line._id} ${line.variantId}`;

/** What the lines hold; prices and stock may change beneath. */
const reserved = (lines: CartLine[]) => lines.map((line) => `${keyOf(line)} ${line.quantity}`).join();
