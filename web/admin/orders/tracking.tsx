import { useId, useState } from 'react';
import type { AdminOrder } from '../../../shared/contract/orders.ts';
import { courierNames } from '../../../shared/couriers.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorBanner } from '../parts/error-banner.tsx';
import { useForm } from '../parts/use-form.ts';
import type { OrderActions } from './order-actions.tsx';

const trackingOf = ({ courier, trackingNumber }: AdminOrder) => ({ courier, trackingNumber });

/** Courier and tracking number of a parcel in transit; changes are mailed to the shopper. */
export function Tracking({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  /** The order that the input is based on. */
  const [seen, setSeen] = useState(order);
  const [isConflict, setConflict] = useState(false);
  const couriers = useId();
  const form = useForm({
    start: trackingOf(order),
    async send(input) {
      setConflict(false);
      const { order: now, isSaved } = await actions.saveTracking(seen, input);
      setSeen(now);
      if (isSaved) form.continueWith(trackingOf(now), input);
      else setConflict(true);
    },
    failed: 'The tracking number could not be saved. Please try again.',
  });
  const { courier, trackingNumber } = form.values;
  const isChanged = courier !== seen.courier || trackingNumber !== seen.trackingNumber;
  if (!isChanged && seen !== order) {
    setSeen(order);
    form.continueWith(trackingOf(order));
  }
  const isMailed = Boolean(order.customer.email && (courier.trim() || trackingNumber.trim()));
  const conflict =
    'Someone else has changed this order meanwhile. Save again to replace the values shown above.';
  return (
    <form {...form.props} aria-label="Tracking" className="mt-3 grid gap-3">
      <ErrorBanner message={form.failure || (isConflict ? conflict : '')} />
      <Field label="Courier" optional list={couriers} maxLength={100} {...form.field('courier')} />
      <datalist id={couriers}>
        {courierNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        label="Tracking number"
        optional
        autoComplete="off"
        maxLength={100}
        {...form.field('trackingNumber')}
      />
      <div>
        <Button type="submit" variant="secondary" busy={form.busy} disabled={!isChanged}>
          {isMailed ? 'Save and mail the shopper' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
