import { lineProblem } from '../../../shared/orders/cart.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { tooManyLines } from './too-many-lines.ts';
import { useCart } from './use-cart.ts';

/** The link to checkout; disabled, with the reason, while a line can't be bought or there are too many. */
export function CheckoutLink({ onClick }: { onClick?: () => void }) {
  const { lines } = useCart();
  const problem = lines.some((line) => lineProblem(line))
    ? 'Change or remove the marked items to check out.'
    : tooManyLines(lines);
  if (problem) {
    return (
      <>
        <p role="alert" className="text-sm text-madder">
          {problem}
        </p>
        <Button size="lg" disabled className="w-full">
          Checkout
        </Button>
      </>
    );
  }
  return (
    <ButtonLink href="/checkout" size="lg" className="w-full" onClick={onClick}>
      Checkout
    </ButtonLink>
  );
}
