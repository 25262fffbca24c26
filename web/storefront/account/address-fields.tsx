import type { ChangeEventHandler } from 'react';
import { type AddressDetails, addressLimits } from '../../../shared/contact/address-rules.ts';
import { indianStates } from '../../../shared/contact/indian-states.ts';
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
  const props = (name: keyof AddressDetails) => ({ name, required: true, ...fieldProps(name) });
  return (
    <>
      <Field
        label="Full name"
        autoComplete="shipping name"
        maxLength={addressLimits.name}
        className="sm:col-span-2"
        {...props('name')}
      />
      <TextAreaField
        label="Address"
        rows={2}
        autoComplete="shipping street-address"
        maxLength={addressLimits.address}
        className="sm:col-span-2"
        {...props('address')}
      />
      <Field
        label="PIN code"
        inputMode="numeric"
        autoComplete="shipping postal-code"
        maxLength={10}
        {...props('postalCode')}
      />
      <Field
        label="City"
        autoComplete="shipping address-level2"
        maxLength={addressLimits.city}
        {...props('city')}
      />
      <SelectField
        label="State"
        autoComplete="shipping address-level1"
        className="sm:col-span-2"
        {...props('state')}
      >
        <option value="">Choose a state</option>
        {indianStates.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </>
  );
}
