import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CourierAccount,
  type CourierAccountChange,
  courierAccountChange,
  courierProviders,
} from '../../../shared/contract/orders/couriers.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, updateCached, useAction } from '../parts/data.ts';
import { Check, CountField, SecretField, TextFields } from '../parts/form/fields.tsx';
import { parcelSizes, readParcelSize } from '../parts/form/parcel-size.ts';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';

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

const about: Record<CourierAccount['provider'], { secret: string; hint: string }> = {
  // Its card asks for neither.
  sandbox: { secret: '', hint: '' },
  shiprocket: {
    secret: 'Password',
    hint: 'Of an API user, which you create in Shiprocket under Settings > API. It is not your own login.',
  },
  delhivery: { secret: 'API token', hint: 'From Delhivery One under Settings > API Setup.' },
};

type Props = { account: CourierAccount; eventsUrl: string };

/** The account at one courier. Its secret can be replaced, but is never shown. */
function AccountCard({ account, eventsUrl }: Props) {
  const { provider, hasSecret } = account;
  const params = { provider };
  const name = courierProviders[provider];
  const form = useForm({
    start: inputOf(account),
    check: (input) => errorsIn(courierAccountChange, requestOf(input)),
    async send(input) {
      const saved = await call('PUT /settings/couriers/:provider', { params, body: requestOf(input) });
      updateCached('GET /settings/couriers', () => saved);
      form.continueWith({ ...input, secret: '' });
      toast(`${name} was saved`, 'success');
    },
    failed: 'The account could not be saved. Please try again.',
  });
  const test = useAction(async () => {
    await call('POST /settings/couriers/:provider/test', { params });
    toast(`${name} accepts the account`, 'success');
  }, `${name} could not be asked. Please try again.`);
  return (
    <li className="grid content-start gap-4 rounded-lg bg-card p-5 ring-1 ring-line">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{name}</h2>
        <Badge tone={account.isOn ? 'success' : 'plain'}>{account.isOn ? 'On' : 'Off'}</Badge>
      </div>
      <form {...form.props} aria-label={name} className="grid gap-4">
        {provider === 'shiprocket' && (
          <TextFields
            form={form}
            fields={[
              [
                'login',
                'Email of the API user',
                254,
                { required: true, type: 'email', autoComplete: 'off', autoCapitalize: 'none' },
              ],
            ]}
          />
        )}
        <SecretField
          label={about[provider].secret}
          isStored={hasSecret}
          hint={about[provider].hint}
          {...form.field('secret')}
        />
        <TextFields
          form={form}
          fields={[
            [
              'pickupLocation',
              'Pickup location',
              100,
              {
                required: true,
                autoComplete: 'off',
                hint: `Its name exactly as in ${name}, with capital and small letters.`,
              },
            ],
            [
              'pickupPin',
              'PIN code of the pickup location',
              10,
              { required: true, inputMode: 'numeric', autoComplete: 'off', className: 'max-w-52' },
            ],
          ]}
        />
        <fieldset className="min-w-0">
          <legend className="mb-2 font-medium">Usual parcel</legend>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {parcelSizes.map(([size, label]) => (
              <CountField
                key={size}
                label={label}
                autoComplete="off"
                maxLength={6}
                required
                {...form.field(size)}
              />
            ))}
          </div>
        </fieldset>
        <Check tall {...form.flag('isOn')}>
          Book shipments with {name}
        </Check>
        <ErrorText>{form.failure}</ErrorText>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.busy}>
            Save
          </Button>
          <Button
            variant="secondary"
            busy={test.busy}
            disabled={!hasSecret || form.dirty}
            onClick={() => test.run()}
          >
            Test connection
          </Button>
        </div>
      </form>
      <EventToken account={account} eventsUrl={eventsUrl} />
    </li>
  );
}

type Input = ReturnType<typeof inputOf>;

const inputOf = (account: CourierAccount) => ({
  isOn: account.isOn,
  login: account.login,
  secret: '',
  pickupLocation: account.pickupLocation,
  pickupPin: account.pickupPin,
  weightGrams: String(account.weightGrams),
  lengthCm: String(account.lengthCm),
  widthCm: String(account.widthCm),
  heightCm: String(account.heightCm),
});

const requestOf = ({ secret, ...input }: Input): CourierAccountChange => ({
  ...input,
  ...readParcelSize(input),
  ...(secret && { secret }),
});

/** Parts of addresses that Shiprocket does not accept for events. */
const refused = /shiprocket|kartrocket|sr|kr/i;

/** How the courier sends tracking events: the address, and a token that is shown once. */
function EventToken({ account, eventsUrl }: { account: CourierAccount; eventsUrl: string }) {
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
