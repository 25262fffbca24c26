import type { ChangeEventHandler } from 'react';
import { type AddressDetails, addressLimits } from '../../../shared/contact-rules.ts';
import { indianStates } from '../../../shared/indian-states.ts';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields of a delivery address for a grid with two columns. `fieldProps` returns what differs between forms. */
export function AddressFields({
  fieldProps,
}: {
  fieldProps: (name: keyof AddressDetails) => {
    error: string | undefined;
    value?: string;
    defaultValue?: string;
    onChange?: ChangeEventHandler<FormControl>;
  };
}) {
  return (
    <>
      <Field
        label="Full name"
        name="name"
        autoComplete="shipping name"
        maxLength={addressLimits.name}
        required
        className="sm:col-span-2"
        {...fieldProps('name')}
      />
      <TextAreaField
        label="Address"
        name="address"
        rows={2}
        autoComplete="shipping street-address"
        maxLength={addressLimits.address}
        required
        className="sm:col-span-2"
        {...fieldProps('address')}
      />
      <Field
        label="City"
        name="city"
        autoComplete="shipping address-level2"
        maxLength={addressLimits.city}
        required
        {...fieldProps('city')}
      />
      <Field
        label="PIN code"
        name="postalCode"
        inputMode="numeric"
        autoComplete="shipping postal-code"
        maxLength={10}
        required
        {...fieldProps('postalCode')}
      />
      <SelectField
        label="State"
        name="state"
        autoComplete="shipping address-level1"
        required
        className="sm:col-span-2"
        {...fieldProps('state')}
      >
        <option value="">Choose a state</option>
        {indianStates.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </>
  );
}
