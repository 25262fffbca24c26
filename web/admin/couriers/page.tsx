import { useQuery } from '@tanstack/react-query';
import { read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { AccountCard } from './account-card.tsx';
import { TestCourierCard } from './test-courier-card.tsx';

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
