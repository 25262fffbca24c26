import { indianStates } from '../../../shared/contact/indian-states.ts';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { CountField } from '../parts/form/fields.tsx';
import type { TextEvent } from '../parts/form/use-form.ts';

/** A delivery address as it is typed. */
export type TypedAddress = { name: string; address: string; city: string; state: string; postalCode: string };

export const noAddress: TypedAddress = { name: '', address: '', city: '', state: '', postalCode: '' };

type AddressForm = {
  values: { shipping_details: TypedAddress };
  field: (path: `shipping_details.${keyof TypedAddress}`) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: TextEvent) => void;
  };
};

/** The fields of the delivery address of an order. */
export function AddressFields({ form }: { form: AddressForm }) {
  const { state } = form.values.shipping_details;
  const isListed = indianStates.some(({ name }) => name === state);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Full name"
        required
        maxLength={100}
        hint="The name on the parcel."
        {...form.field('shipping_details.name')}
      />
      <CountField label="PIN code" required maxLength={10} {...form.field('shipping_details.postalCode')} />
      <TextAreaField
        label="Address"
        required
        rows={2}
        className="sm:col-span-2"
        {...form.field('shipping_details.address')}
      />
      <Field label="City" required maxLength={100} {...form.field('shipping_details.city')} />
      <SelectField label="State" required {...form.field('shipping_details.state')}>
        <option value="">Choose a state</option>
        {state && !isListed && <option value={state}>{state}</option>}
        {indianStates.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
