import { rupees } from '../../../shared/money.ts';

/** A delivery charge in rupees. */
export const shippingText = (charge: number): string => (charge === 0 ? 'Free' : rupees(charge));

type Row = [name: string, value: string];

/** Rows with a name and a value, and the total in rupees. */
export function Totals({ rows, total, className = '' }: { rows: Row[]; total: number; className?: string }) {
  return (
    <dl className={`space-y-2 ${className}`}>
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 text-lg">
        <dt>Total</dt>
        <dd className="figures font-semibold">{rupees(total)}</dd>
      </div>
    </dl>
  );
}
