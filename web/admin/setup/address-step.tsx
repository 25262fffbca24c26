import { statesOfGstin } from '../../../shared/contact/indian-states.ts';
import type { SetupGuide } from '../../../shared/contract/setup.ts';
import type { SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { EmailField, Field, MobileField, SelectField, TextAreaField } from '../../ui/field.tsx';
import { Check } from '../parts/form/fields.tsx';
import { Card } from './card.tsx';
import { FindingList } from './open-shop.tsx';
import { SettingsForm, useSettingsForm, WithSettings } from './settings-form.tsx';

export const AddressStep = ({ guide }: { guide: SetupGuide }) => (
  <WithSettings>{(info) => <AddressForm info={info} guide={guide} />}</WithSettings>
);

function AddressForm({ info, guide }: { info: SiteInfoAdmin; guide: SetupGuide }) {
  const { legalName, address, state, email, mobile, gstin, isUnregistered } = info;
  const form = useSettingsForm(
    info,
    { legalName, address, state, email, mobile, gstin, isUnregistered },
    (values) => ({ ...values, gstin: values.isUnregistered ? '' : values.gstin }),
  );
  const { values } = form;
  return (
    <SettingsForm form={form} preview={<Seller {...values} shopName={info.clientName} />}>
      <Card title="Seller">
        <Field
          label="Legal name"
          optional
          maxLength={150}
          hint="The person or company that sells, as on your PAN or GST certificate."
          {...form.field('legalName')}
        />
        <TextAreaField label="Address" required rows={3} maxLength={300} {...form.field('address')} />
        <SelectField label="State" required {...form.field('state')}>
          <option value="">Choose a state</option>
          {statesOfGstin.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <div className="grid gap-4 sm:grid-cols-2">
          <EmailField {...form.field('email')} />
          <MobileField {...form.field('mobile')} />
        </div>
      </Card>
      <Card
        title="GST"
        text="With a GSTIN your invoices are tax invoices, and products on sale need an HSN code and a GST rate."
      >
        <Field
          label="GSTIN"
          optional
          maxLength={20}
          spellCheck={false}
          autoCapitalize="characters"
          disabled={values.isUnregistered}
          {...form.field('gstin')}
        />
        <Check tall {...form.flag('isUnregistered')}>
          My shop is not registered for GST
        </Check>
        <FindingList
          title="What is missing"
          findings={guide.findings.filter(({ kind }) => kind === 'gst-missing')}
        />
      </Card>
      <p className="text-ink-soft">
        Prices are in rupees with tax included, and weights in grams. What a pack contains, such as 250 g or 2
        pieces, is a field of each product.
      </p>
    </SettingsForm>
  );
}

type Shown = Pick<SiteInfoAdmin, 'legalName' | 'address' | 'state' | 'email' | 'mobile' | 'gstin'> & {
  isUnregistered: boolean;
  shopName: string;
};

function Seller({ legalName, shopName, address, state, email, mobile, gstin, isUnregistered }: Shown) {
  const hasGstin = gstin !== '' && !isUnregistered;
  return (
    <div className="grid gap-1 p-4">
      <p className="font-serif text-lg">{hasGstin ? 'Tax Invoice' : 'Invoice'}</p>
      <p className="mt-2 font-semibold wrap-anywhere">{legalName || shopName}</p>
      <p className="whitespace-pre-line wrap-anywhere">{address || 'Your address'}</p>
      {state && !address.includes(state) && <p>{state}</p>}
      {hasGstin && <p>GSTIN {gstin}</p>}
      {email && <p className="wrap-anywhere">{email}</p>}
      {mobile && <p>{mobile}</p>}
    </div>
  );
}
