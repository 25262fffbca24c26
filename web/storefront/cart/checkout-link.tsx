import { lineProblem } from '../../../shared/cart.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useCart } from './use-cart.ts';

/** The link to checkout; disabled, with the reason, while a line can't be bought. */
export function CheckoutLink({ onClick }: { onClick?: () => void }) {
  const { lines } = useCart();
  if (lines.some((line) => lineProblem(line))) {
    return (
      <>
        <p className="text-sm text-madder">Change or remove the marked items to check out.</p>
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
