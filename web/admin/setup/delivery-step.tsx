import { type DeliverySettings, deliverySettings } from '../../../shared/contract/orders/delivery.ts';
import type { SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { deliveryClaim, deliverySummaryOf } from '../../../shared/orders/delivery.ts';
import { TextLink } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { AmountField } from '../parts/form/fields.tsx';
import { amountIn } from '../parts/text.ts';
import { Card } from './card.tsx';
import { PageLink, Preview, SettingsForm, useSettingsForm, WithSettings } from './settings-form.tsx';

export const DeliveryStep = () => (
  <WithSettings>
    {(info) => (isSimple(info.delivery) ? <DeliveryForm info={info} /> : <ByZones info={info} />)}
  </WithSettings>
);

/** Whether one charge, free from a total at most, is all that the settings have. */
const isSimple = ({ zones, couriers, listedPinsOnly, elsewhere }: DeliverySettings): boolean =>
  zones.length === 0 &&
  couriers.length === 0 &&
  !listedPinsOnly &&
  elsewhere.delivers &&
  elsewhere.ratesBy === 'total' &&
  (elsewhere.rates.length === 1 || (elsewhere.rates.length === 2 && elsewhere.rates[1]?.amount === 0));

type Values = Record<
  'charge' | 'amount' | 'freeFrom' | 'dispatchMin' | 'dispatchMax' | 'transitMin' | 'transitMax',
  string
>;

function valuesOf({ rates, days }: DeliverySettings['elsewhere']): Values {
  const [first, second] = rates;
  return {
    charge: !first || first.amount === 0 ? 'free' : second ? 'limit' : 'flat',
    amount: first?.amount ? String(first.amount) : '',
    freeFrom: second ? String(second.from) : '',
    dispatchMin: String(days?.dispatch.min ?? ''),
    dispatchMax: String(days?.dispatch.max ?? ''),
    transitMin: String(days?.transit.min ?? ''),
    transitMax: String(days?.transit.max ?? ''),
  };
}

const dayIn = (text: string) => (/^\s*\d{1,3}\s*$/.test(text) ? Number(text) : Number.NaN);

function deliveryOf(before: DeliverySettings, values: Values): DeliverySettings {
  const { charge, amount, freeFrom, dispatchMin, dispatchMax, transitMin, transitMax } = values;
  const first = { from: 0, amount: charge === 'free' ? 0 : amountIn(amount) };
  const hasDays = [dispatchMin, dispatchMax, transitMin, transitMax].some((text) => text.trim());
  return {
    ...before,
    elsewhere: {
      ...before.elsewhere,
      rates: charge === 'limit' ? [first, { from: amountIn(freeFrom), amount: 0 }] : [first],
      days: hasDays
        ? {
            dispatch: { min: dayIn(dispatchMin), max: dayIn(dispatchMax) },
            transit: { min: dayIn(transitMin), max: dayIn(transitMax) },
          }
        : null,
    },
  };
}

/** The field of the form for a path of the settings. */
const fieldOf: Record<string, keyof Values> = {
  'elsewhere.rates.0.amount': 'amount',
  'elsewhere.rates.1.from': 'freeFrom',
  'elsewhere.days.dispatch.min': 'dispatchMin',
  'elsewhere.days.dispatch.max': 'dispatchMax',
  'elsewhere.days.transit.min': 'transitMin',
  'elsewhere.days.transit.max': 'transitMax',
};

function DeliveryForm({ info }: { info: SiteInfoAdmin }) {
  const form = useSettingsForm(info, valuesOf(info.delivery.elsewhere), (values) => ({
    delivery: deliveryOf(info.delivery, values),
  }));
  const { values, errors } = form;
  const parsed = deliverySettings.safeParse(deliveryOf(info.delivery, values));
  /** The error of a field: those of the settings name their paths. */
  const field = (name: keyof Values) => {
    const path = Object.keys(fieldOf).find((item) => fieldOf[item] === name);
    const error = errors[`delivery.${path}`];
    const isAmount = name === 'amount' || name === 'freeFrom';
    return { ...form.field(name), error: error && isAmount ? 'Enter an amount in rupees' : error };
  };
  const days = { inputMode: 'numeric', maxLength: 2 } as const;
  return (
    <SettingsForm form={form} preview={<Claim delivery={parsed.data} />}>
      <Card title="What delivery costs">
        <SelectField label="Delivery charge" {...form.field('charge')}>
          <option value="free">Free everywhere</option>
          <option value="flat">The same for every order</option>
          <option value="limit">Free from an amount</option>
        </SelectField>
        {values.charge !== 'free' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <AmountField label="Charge (₹)" required maxLength={10} {...field('amount')} />
            {values.charge === 'limit' && (
              <AmountField label="Free from a total of (₹)" required maxLength={10} {...field('freeFrom')} />
            )}
          </div>
        )}
      </Card>
      <Card
        title="How long it takes"
        text="In working days. Shoppers then see a date for their PIN code, and the shipping policy says the same."
      >
        {(
          [
            ['dispatch', 'Days until dispatch', '1', '2'],
            ['transit', 'Days in transit', '3', '7'],
          ] as const
        ).map(([part, label, shortest, longest]) => (
          <fieldset key={part} className="grid max-w-sm grid-cols-2 gap-3">
            <legend className="mb-1.5 font-medium">{label}</legend>
            <Field label="From" placeholder={shortest} {...days} {...field(`${part}Min`)} />
            <Field label="To" placeholder={longest} {...days} {...field(`${part}Max`)} />
          </fieldset>
        ))}
      </Card>
      <p className="text-ink-soft">
        Charges by state, PIN code or weight, pickup and holidays are on{' '}
        <PageLink to="/admin/delivery">Delivery</PageLink>.
      </p>
    </SettingsForm>
  );
}

/** The settings have more than this step can show. */
function ByZones({ info }: { info: SiteInfoAdmin }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:gap-8">
      <Card title="Delivery by zone or weight" text="Your delivery settings have more than one charge.">
        <TextLink href="/admin/delivery">Open the delivery settings</TextLink>
      </Card>
      <Preview>
        <Claim delivery={info.delivery} />
      </Preview>
    </div>
  );
}

function Claim({ delivery }: { delivery: DeliverySettings | undefined }) {
  const days = delivery?.elsewhere.days;
  const range = ({ min, max }: { min: number; max: number }) => (min === max ? `${min}` : `${min} to ${max}`);
  return (
    <div className="grid gap-1 p-4">
      <p className="font-medium">
        {delivery ? deliveryClaim(deliverySummaryOf(delivery)) : 'Enter the charge.'}
      </p>
      <p>
        {days
          ? `Leaves us in ${range(days.dispatch)} working days, then ${range(days.transit)} on the way.`
          : 'No date is shown.'}
      </p>
    </div>
  );
}
