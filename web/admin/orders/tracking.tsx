import { useId, useState } from 'react';
import type { AdminOrder } from '../../../shared/contract/orders.ts';
import { courierNames } from '../../../shared/couriers.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useOfficeForm } from '../parts/use-office-form.ts';
import type { OrderActions } from './order-actions.tsx';
import { Problem } from './problem.tsx';

type Parcel = Pick<AdminOrder, 'courier' | 'trackingNumber'>;

/** Courier and tracking number of a parcel in transit; changes are mailed to the shopper. */
export function Tracking({ order, acts }: { order: AdminOrder; acts: OrderActions }) {
  /** The order that what is typed was based on. */
  const [seen, setSeen] = useState(order);
  const [parcel, setParcel] = useState<Parcel>(order);
  const [problem, setProblem] = useState('');
  const couriers = useId();
  const isNew = parcel.courier !== seen.courier || parcel.trackingNumber !== seen.trackingNumber;
  if (!isNew && seen !== order) {
    setSeen(order);
    setParcel(order);
  }
  const isMailed = Boolean(order.customer.email && (parcel.courier.trim() || parcel.trackingNumber.trim()));
  const form = useOfficeForm({
    check: () => ({}),
    fallback: 'The tracking number could not be saved. Please try again.',
    async send() {
      setProblem('');
      const { order: now, isSaved } = await acts.saveParcel(seen, parcel);
      setSeen(now);
      if (isSaved) setParcel(now);
      else
        setProblem(
          'Someone else has changed this order meanwhile. Save again to replace what is shown above.',
        );
    },
  });
  const field = (name: keyof Parcel) => ({
    name,
    value: parcel[name],
    maxLength: 100,
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => setParcel({ ...parcel, [name]: event.target.value }),
  });
  return (
    <form {...form.props} aria-label="Tracking" className="mt-3 grid gap-3">
      <Problem message={form.failure || problem} />
      <Field label="Courier" optional list={couriers} {...field('courier')} />
      <datalist id={couriers}>
        {courierNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label="Tracking number" optional autoComplete="off" {...field('trackingNumber')} />
      <div>
        <Button type="submit" variant="secondary" busy={form.busy} disabled={!isNew}>
          {isMailed ? 'Save and mail the shopper' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
