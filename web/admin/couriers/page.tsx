import { useQuery } from '@tanstack/react-query';
import { type CourierAccount, courierProviders } from '../../../shared/contract/orders/couriers.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { read, updateCached, useAction } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { AccountCard } from './account-card.tsx';

/** The accounts at couriers with which shipments are booked. */
export default function CouriersPage() {
  const couriers = useQuery(read('GET /settings/couriers'));
  return (
    <>
      <SettingsHead title="Couriers" />
      <p className="mb-6 max-w-2xl text-ink-soft">
        With an account at Shiprocket or Delhivery, shipments are booked from their orders: the shop gets the
        tracking number and the label, requests the pickup, and follows the shipment. Without one, you enter
        courier and tracking number yourself, or upload a courier file.
      </p>
      <Loaded query={couriers} failed="Failed to load the couriers. Please try again.">
        {({ accounts, eventsUrl }) => (
          <ul className="grid max-w-5xl items-start gap-5 lg:grid-cols-2">
            {accounts.map((account) =>
              account.provider === 'sandbox' ? (
                <TestCourierCard key={account.provider} account={account} />
              ) : (
                <AccountCard key={account.provider} account={account} eventsUrl={eventsUrl} />
              ),
            )}
          </ul>
        )}
      </Loaded>
    </>
  );
}

/** The courier that carries nothing, with which a shop in test mode is tried. */
function TestCourierCard({ account }: { account: CourierAccount }) {
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
