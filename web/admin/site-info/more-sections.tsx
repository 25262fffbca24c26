import { indianStates } from '../../../shared/indian-states.ts';
import { lowStock } from '../../../shared/stock-label.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import type { Fields } from './sections.tsx';

const days = [
  ['mon_fri', 'Monday - Friday'],
  ['saturday', 'Saturday'],
  ['sunday', 'Sunday'],
] as const;

export function Hours({ field }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {days.map(([day, label]) => (
        <Field
          key={day}
          label={label}
          optional
          maxLength={60}
          placeholder={day === 'sunday' ? 'Closed' : '10:00 am - 7:00 pm'}
          {...field(`businessHours.${day}`)}
        />
      ))}
    </div>
  );
}

const claimNames = [
  ['guarantee', 'Guarantee', '30-day guarantee'],
  ['shipping', 'Shipping', 'Free shipping'],
  ['customers', 'Customers', '50K+ customers'],
  ['products', 'Products', '1000+ products'],
] as const;

export function HomePage({ values, errors, field, change, onBusy }: Fields) {
  // One place more than there are pictures, up to the three that the page shows.
  const places = [...values.heroImages, ''].slice(0, 3);
  const put = (i: number, path: string | null) =>
    change(({ heroImages: now }) => ({
      heroImages: [...now.slice(0, i), ...(path ? [path] : []), ...now.slice(i + 1)],
    }));
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-3">
        {places.map((path, i) => (
          <PictureField
            key={path || 'new'}
            label={`Opening picture ${i + 1}`}
            kind="site"
            path={path}
            alt={`Opening picture ${i + 1}`}
            error={errors[`heroImages.${i}`]}
            onBusy={onBusy}
            onChange={(chosen) => put(i, chosen)}
          />
        ))}
      </div>
      {claimNames.map(([name, label, example]) => (
        <fieldset key={name} className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <legend className="mb-1.5 font-medium">{label}</legend>
          {(['title', 'detail'] as const).map((part) => (
            <Field
              key={part}
              label={part === 'title' ? 'Claim' : 'Detail'}
              optional
              maxLength={part === 'title' ? 60 : 120}
              placeholder={part === 'title' ? example : ''}
              {...field(`claims.${name}.${part}`)}
            />
          ))}
        </fieldset>
      ))}
      <Field
        label="Welcome offer"
        optional
        maxLength={120}
        placeholder="Get 10% off your first order when you sign up."
        hint="Shown at the foot of every page."
        {...field('welcomeOffer')}
      />
    </div>
  );
}

export function Tax({ values, field }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Legal name"
        optional
        maxLength={150}
        hint="Shown on invoices and on the contact page."
        {...field('legalName')}
      />
      <Field
        label="GSTIN"
        optional
        maxLength={20}
        spellCheck={false}
        autoCapitalize="characters"
        hint="With it, invoices are tax invoices that show CGST, SGST or IGST."
        {...field('gstin')}
      />
      <SelectField label="State" optional {...field('state')}>
        <option value="">Choose</option>
        {indianStates.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Field
        label="Invoice prefix"
        required
        maxLength={3}
        spellCheck={false}
        autoCapitalize="characters"
        hint={`Numbers look like ${values.invoicePrefix.trim().toUpperCase() || 'HT'}/26-27/000001. Another prefix starts a new count; earlier invoices keep their numbers.`}
        {...field('invoicePrefix')}
      />
    </div>
  );
}

export function Grievance({ field }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {(['name', 'email', 'phone'] as const).map((part) => (
        <Field
          key={part}
          label={{ name: 'Name', email: 'Email', phone: 'Phone' }[part]}
          optional
          type={{ name: 'text', email: 'email', phone: 'tel' }[part]}
          maxLength={{ name: 100, email: 254, phone: 30 }[part]}
          {...field(`grievanceOfficer.${part}`)}
        />
      ))}
    </div>
  );
}

export function Ordering({ field, flag }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
        <input type="checkbox" {...flag('asksForAddress')} className="size-4.5" />
        Checkout asks for a delivery address
      </label>
      {(['min', 'max'] as const).map((which) => {
        const name = `${which}OrderRupees` as const;
        return (
          <Field
            key={which}
            label={which === 'min' ? 'Smallest order (₹)' : 'Largest order (₹)'}
            required
            inputMode="decimal"
            maxLength={15}
            {...field(name)}
          />
        );
      })}
      <Field
        label="Low stock at"
        optional
        inputMode="numeric"
        maxLength={7}
        placeholder={String(lowStock)}
        hint={`Stock at or below this number is low. ${lowStock} if left empty. A product or combination can have its own threshold.`}
        {...field('lowStockAt')}
      />
    </div>
  );
}
