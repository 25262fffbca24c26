import { type CartLine, lineProblem } from '../../../shared/cart.ts';
import { useCart } from './cart.ts';

/** Why a line can't be bought, with the one press that puts it right. */
export function LineProblem({ line, onRemove }: { line: CartLine; onRemove?: (line: CartLine) => void }) {
  const { updateQuantity, removeFromCart } = useCart();
  const problem = lineProblem(line);
  if (!problem) return null;
  const left = line.gone ? 0 : (line.countInStock ?? 0);
  const mend = left > 0 ? `Change to ${left}` : 'Remove it';
  return (
    <p data-problem className="mt-1.5 flex flex-wrap items-center gap-x-3 text-sm">
      <strong className="font-semibold text-madder">{problem}</strong>
      <button
        type="button"
        aria-label={`${mend}: ${line.name}`}
        onClick={() => (left > 0 ? updateQuantity(line, left) : (onRemove ?? removeFromCart)(line))}
        className="min-h-8 font-medium text-press underline underline-offset-4 hover:text-press-deep"
      >
        {mend}
      </button>
    </p>
  );
}
