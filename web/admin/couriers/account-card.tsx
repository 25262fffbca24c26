import {
  type CourierAccount,
  type CourierAccountChange,
  courierAccountChange,
  courierProviders,
} from '../../../shared/contract/couriers.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { updateCached, useAction } from '../parts/data.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { parcelSizes, readParcelSize } from '../parts/form/parcel-size.ts';
import { TextFields } from '../parts/form/text-fields.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { EventToken } from './event-token.tsx';

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
export function AccountCard({ account, eventsUrl }: Props) {
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
        <Field
          label={about[provider].secret}
          type="password"
          autoComplete="new-password"
          maxLength={500}
          required={!hasSecret}
          placeholder={hasSecret ? 'Saved' : ''}
          hint={hasSecret ? 'Saved. Enter another one only to replace it.' : about[provider].hint}
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
              <Field
                key={size}
                label={label}
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                required
                {...form.field(size)}
              />
            ))}
          </div>
        </fieldset>
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" {...form.flag('isOn')} className="size-5 accent-press" />
          Book shipments with {name}
        </label>
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
