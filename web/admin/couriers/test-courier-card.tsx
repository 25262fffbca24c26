import { type CourierAccount, courierProviders } from '../../../shared/contract/couriers.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { updateCached, useAction } from '../parts/data.ts';

/** The courier that carries nothing, with which a shop in test mode is tried. */
export function TestCourierCard({ account }: { account: CourierAccount }) {
  const { provider, isOn, hasSecret: _, hasEventToken: __, ...rest } = account;
  const name = courierProviders[provider];
  const change = useAction(async () => {
    const body = { ...rest, isOn: !isOn };
    const saved = await call('PUT /settings/couriers/:provider', { params: { provider }, body });
    updateCached('GET /settings/couriers', () => saved);
    toast(`${name} is ${isOn ? 'off' : 'on'}`, 'success');
  }, `${name} could not be changed. Please try again.`);
  return (
    <li className="grid content-start gap-4 rounded-lg bg-card p-5 ring-1 ring-line lg:col-span-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex flex-wrap items-center gap-3 text-lg">
          {name} <Badge tone="warning">Test mode</Badge>
        </h2>
        <Badge tone={isOn ? 'success' : 'plain'}>{isOn ? 'On' : 'Off'}</Badge>
      </div>
      <p className="max-w-2xl">
        It carries nothing and costs nothing: try booking, label, pickup and tracking without an account. Each
        time that the shop asks where a parcel is, it has moved one step, until it is delivered. It does not
        deliver to PIN codes that end in 99, brings parcels for those that end in 98 back, and collects no
        cash at those that end in 97.
      </p>
      <p className="text-ink-soft">
        It is off while a real courier is on, and is removed once the shop takes real payments.
      </p>
      <div>
        <Button variant="secondary" busy={change.busy} onClick={() => change.run()}>
          {isOn ? 'Switch off' : 'Switch on'}
        </Button>
      </div>
    </li>
  );
}
