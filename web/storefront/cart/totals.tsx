import { rupees, shortRupees } from '../../../shared/money.ts';

export const shippingText = (charge: number): string => (charge === 0 ? 'Free' : rupees(charge));

export type Row = [name: string, value: string];

type ShippingRow = { shipping: number | null; isKnown: boolean; missingForFree: number | null };

/** The delivery charge of a cart in rupees, a dash until its PIN code is known, and what is missing for free delivery. */
export function shippingRow({ shipping, isKnown, missingForFree }: ShippingRow): Row {
  const name = missingForFree ? `Shipping, free if you add ${shortRupees(missingForFree)}` : 'Shipping';
  return [name, isKnown && shipping !== null ? shippingText(shipping) : '—'];
}

/** Rows with a name and a value, the total in rupees, and rows below it. */
export function Totals(props: { rows: Row[]; total: number; below?: Row[]; className?: string }) {
  const { rows, total, below = [], className = '' } = props;
  return (
    <dl className={`space-y-2 ${className}`}>
      <Rows rows={rows} />
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 text-lg">
        <dt>Total</dt>
        <dd className="figures font-semibold">{rupees(total)}</dd>
      </div>
      <Rows rows={below} />
    </dl>
  );
}

const Rows = ({ rows }: { rows: Row[] }) =>
  rows.map(([name, value]) => (
    <div key={name} className="flex justify-between gap-4">
      <dt className="min-w-0 text-ink-soft wrap-anywhere">{name}</dt>
      <dd className="figures shrink-0 whitespace-nowrap">{value}</dd>
    </div>
  ));
