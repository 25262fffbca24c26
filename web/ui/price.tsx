import { rupees } from '../../shared/money.ts';

const sizes = {
  sm: 'text-sm',
  md: '',
  lg: 'text-2xl tracking-tight',
};

/** A price in rupees, with the original price struck through if it is reduced, and 'From' if `varies`. */
export function Price({
  amount,
  original,
  varies = false,
  size = 'md',
}: {
  amount: number;
  original?: number | null;
  varies?: boolean;
  size?: keyof typeof sizes;
}) {
  const reduced = original != null && original > amount;
  return (
    <span className={`price ${sizes[size]}`.trim()}>
      <span>
        {varies && <span className="mr-1 text-[0.8em] font-normal text-ink-soft">From</span>}
        {rupees(amount)}
      </span>
      {reduced && (
        <span className={size === 'lg' ? 'text-lg text-ink-soft' : 'text-[0.88em] text-ink-soft'}>
          <span className="sr-only">Original price </span>
          <s>{rupees(original)}</s>
        </span>
      )}
    </span>
  );
}
