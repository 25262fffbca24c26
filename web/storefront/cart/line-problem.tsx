import { type CartLine, lineProblem } from '../../../shared/orders/cart.ts';
import { removeFromCart, updateQuantity } from './cart.ts';

/** Why a line can't be bought, and a button that corrects it. */
export function LineProblem({ line, onRemove }: { line: CartLine; onRemove?: (line: CartLine) => void }) {
  const problem = lineProblem(line);
  if (!problem) return null;
  const available = line.gone ? 0 : (line.countInStock ?? 0);
  const fix = available > 0 ? `Change to ${available}` : 'Remove it';
  return (
    <p data-problem className="mt-1.5 flex flex-wrap items-center gap-x-3 text-sm">
      <strong className="font-semibold text-madder">{problem}</strong>
      <button
        type="button"
        aria-label={`${fix}: ${line.name}`}
        onClick={() => (available > 0 ? updateQuantity(line, available) : (onRemove ?? removeFromCart)(line))}
        className="min-h-8 font-medium text-press underline underline-offset-4 hover:text-press-deep"
      >
        {fix}
      </button>
    </p>
  );
}
