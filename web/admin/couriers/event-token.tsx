import { useState } from 'react';
import { type CourierAccount, courierProviders } from '../../../shared/contract/couriers.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { invalidate, useAction } from '../parts/data.ts';

/** Parts of addresses that Shiprocket does not accept for events. */
const refused = /shiprocket|kartrocket|sr|kr/i;

/** How the courier sends tracking events: the address, and a token that is shown once. */
export function EventToken({ account, eventsUrl }: { account: CourierAccount; eventsUrl: string }) {
  const { provider, hasEventToken } = account;
  const name = courierProviders[provider];
  const [token, setToken] = useState('');
  const create = useAction(async () => {
    const made = await call('POST /settings/couriers/:provider/event-token', { params: { provider } });
    setToken(made.token);
    void invalidate('GET /settings/couriers');
  }, 'The token could not be created. Please try again.');
  return (
    <section
      aria-label={`Tracking events of ${name}`}
      className="grid gap-3 border-t border-line pt-4 text-sm"
    >
      <h3 className="font-medium">Tracking events</h3>
      <p className="text-ink-soft">
        {provider === 'shiprocket'
          ? 'In Shiprocket, add a webhook under Settings > API > Webhooks with this address, and the token as x-api-key.'
          : 'Ask Delhivery to send scans to this address, with the token in the header x-api-key.'}{' '}
        Without events, the shop asks {name} every four hours.
      </p>
      <code className="wrap-anywhere">{eventsUrl}</code>
      {provider === 'shiprocket' && refused.test(eventsUrl) && (
        <p className="text-ink-soft">
          Shiprocket does not accept this address, because it contains “sr” or “kr”.
        </p>
      )}
      {token ? (
        <div role="status" className="grid gap-1">
          <p>Copy the token now. It is not shown again.</p>
          <code className="rounded-md bg-paper-deep p-2 wrap-anywhere">{token}</code>
        </div>
      ) : (
        <p>{hasEventToken ? 'A token is saved.' : 'There is no token yet.'}</p>
      )}
      <div>
        <Button variant="secondary" busy={create.busy} onClick={() => create.run()}>
          {hasEventToken ? 'Replace the token' : 'Create a token'}
          <span className="sr-only"> of {name}</span>
        </Button>
      </div>
    </section>
  );
}
