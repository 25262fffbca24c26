import { addressLimits } from '../../../shared/contact-rules.ts';
import { indianStates } from '../../../shared/indian-states.ts';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import type { SectionProps } from './checkout-form.tsx';
import { SavedAddressPicker } from './saved-address-picker.tsx';

export function AddressSection({ details, errors, change, buyer }: SectionProps) {
  return (
    <section aria-labelledby="address-heading">
      <h2 id="address-heading" className="text-xl">
        Delivery Address
      </h2>
      <div className="mt-4 grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <SavedAddressPicker buyer={buyer} details={details} />
        <Field
          label="Full name"
          name="name"
          autoComplete="shipping name"
          maxLength={addressLimits.name}
          required
          value={details.name}
          error={errors.name}
          onChange={(event) => change('name', event.target.value)}
          className="sm:col-span-2"
        />
        <TextAreaField
          label="Address"
          name="address"
          rows={2}
          autoComplete="shipping street-address"
          maxLength={addressLimits.address}
          required
          value={details.address}
          error={errors.address}
          onChange={(event) => change('address', event.target.value)}
          className="sm:col-span-2"
        />
        <Field
          label="City"
          name="city"
          autoComplete="shipping address-level2"
          maxLength={addressLimits.city}
          required
          value={details.city}
          error={errors.city}
          onChange={(event) => change('city', event.target.value)}
        />
        <Field
          label="PIN code"
          name="postalCode"
          inputMode="numeric"
          autoComplete="shipping postal-code"
          maxLength={10}
          required
          value={details.postalCode}
          error={errors.postalCode}
          onChange={(event) => change('postalCode', event.target.value.replace(/\s/g, ''))}
        />
        <SelectField
          label="State"
          name="state"
          autoComplete="shipping address-level1"
          required
          value={details.state}
          error={errors.state}
          onChange={(event) => change('state', event.target.value)}
          className="sm:col-span-2"
        >
          <option value="">Choose a state</option>
          {indianStates.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </div>
    </section>
  );
}
