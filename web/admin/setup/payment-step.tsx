import type { SetupGuide } from '../../../shared/contract/setup.ts';
import type { SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { shortRupees } from '../../../shared/money.ts';
import { parseRupees } from '../../../shared/read-amount.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { AmountField, Check } from '../parts/form/fields.tsx';
import { Card } from './card.tsx';
import { Checks } from './checks.tsx';
import { PageLink, SettingsForm, useSettingsForm, WithSettings } from './settings-form.tsx';

export const PaymentStep = ({ guide }: { guide: SetupGuide }) => (
  <WithSettings>{(info) => <PaymentForm guide={guide} info={info} />}</WithSettings>
);

function PaymentForm({ guide, info }: { guide: SetupGuide; info: SiteInfoAdmin }) {
  const standing = guide.steps.find(({ id }) => id === 'payment');
  const isLive = standing?.state === 'done';
  const form = useSettingsForm(
    info,
    { codEnabled: info.codEnabled, codFeeRupees: String(info.codFeeRupees) },
    ({ codEnabled, codFeeRupees }) => ({
      codEnabled,
      codFeeRupees: parseRupees(codFeeRupees) ?? codFeeRupees,
    }),
  );
  return (
    <SettingsForm form={form} preview={<Ways isLive={isLive} {...form.values} />}>
      <Card
        title="Online payment"
        text="Cards, UPI and net banking through Razorpay, where you need an account. Until you enter its keys, built-in test payments let you try everything."
      >
        <Checks name="payment" />
        <div>
          <ButtonLink href="/admin/settings/payment" variant={isLive ? 'secondary' : 'primary'}>
            {isLive ? 'Payment settings' : 'Enter the keys'}
          </ButtonLink>
        </div>
      </Card>
      <Card title="Cash on delivery" text="The courier collects the money.">
        <Check tall {...form.flag('codEnabled')}>
          Checkout offers cash on delivery
        </Check>
        {form.values.codEnabled && (
          <AmountField
            label="Fee (₹)"
            required
            maxLength={9}
            hint="Added to each order. Enter 0 for no fee."
            {...form.field('codFeeRupees')}
          />
        )}
        <p className="text-ink-soft">
          Limits, confirmation and advance are on{' '}
          <PageLink to="/admin/settings/cash-on-delivery">Cash on delivery</PageLink>.
        </p>
      </Card>
    </SettingsForm>
  );
}

function Ways(props: { isLive: boolean; codEnabled: boolean; codFeeRupees: string }) {
  const { isLive, codEnabled, codFeeRupees } = props;
  const fee = parseRupees(codFeeRupees) ?? 0;
  return (
    <div className="grid gap-2 p-4">
      {!isLive && (
        <p className="rounded-sm bg-turmeric-tint px-3 py-2 text-turmeric-ink">
          Test mode: no real payment is taken
        </p>
      )}
      <p className="rounded-sm px-3 py-2 ring-1 ring-line-strong">UPI, cards, net banking</p>
      {codEnabled && (
        <p className="rounded-sm px-3 py-2 ring-1 ring-line-strong">
          Cash on delivery{fee > 0 && ` (${shortRupees(fee)} fee)`}
        </p>
      )}
    </div>
  );
}
