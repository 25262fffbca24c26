import { rupees } from '../../shared/money.ts';

const sizes = { sm: 'price text-sm', md: 'price', lg: 'price price-lg' };

/**
 * A price in rupees, with the original price struck through if it is reduced, and 'From' if `varies`. `isOwn`: it is one
 * of the customer's price lists.
 */
export function Price({
  amount,
  original,
  varies = false,
  size = 'md',
  isOwn = false,
}: {
  amount: number;
  original?: number | null;
  varies?: boolean;
  size?: keyof typeof sizes;
  isOwn?: boolean;
}) {
  const reduced = original != null && original > amount;
  return (
    <span className={sizes[size]}>
      <span>
        {varies && <span>From</span>}
        {rupees(amount)}
      </span>
      {reduced && (
        <span>
          <span className="sr-only">Original price </span>
          <s>{rupees(original)}</s>
        </span>
      )}
      {isOwn && <span className="own-price">Your price</span>}
    </span>
  );
}
