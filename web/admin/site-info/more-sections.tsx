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

export function Hours({ draft, errors, set }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {days.map(([day, label]) => (
        <Field
          key={day}
          label={label}
          name={`businessHours.${day}`}
          optional
          maxLength={60}
          placeholder={day === 'sunday' ? 'Closed' : '10:00 am - 7:00 pm'}
          value={draft.businessHours[day]}
          error={errors[`businessHours.${day}`]}
          onChange={(event) => {
            const { value } = event.target;
            set('businessHours', (now) => ({ ...now, [day]: value }), day);
          }}
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

export function HomePage({ draft, errors, set, onBusy }: Fields) {
  // One place more than there are pictures, up to the three that the page shows.
  const places = [...draft.heroImages, ''].slice(0, 3);
  const put = (i: number, path: string | null) =>
    set('heroImages', (now) => [...now.slice(0, i), ...(path ? [path] : []), ...now.slice(i + 1)]);
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
              name={`claims.${name}.${part}`}
              optional
              maxLength={part === 'title' ? 60 : 120}
              placeholder={part === 'title' ? example : ''}
              value={draft.claims[name][part]}
              error={errors[`claims.${name}.${part}`]}
              onChange={(event) => {
                const { value } = event.target;
                const written = { ...draft.claims[name], [part]: value };
                set('claims', (now) => ({ ...now, [name]: written }), `${name}.${part}`);
              }}
            />
          ))}
        </fieldset>
      ))}
      <Field
        label="Welcome offer"
        name="welcomeOffer"
        optional
        maxLength={120}
        placeholder="Get 10% off your first order when you sign up."
        hint="Stands at the foot of every page."
        value={draft.welcomeOffer}
        error={errors.welcomeOffer}
        onChange={(event) => set('welcomeOffer', event.target.value)}
      />
    </div>
  );
}

export function Tax({ draft, errors, set }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Legal name"
        name="legalName"
        optional
        maxLength={150}
        hint="Stands on invoices and on the contact page."
        value={draft.legalName}
        error={errors.legalName}
        onChange={(event) => set('legalName', event.target.value)}
      />
      <Field
        label="GSTIN"
        name="gstin"
        optional
        maxLength={20}
        spellCheck={false}
        autoCapitalize="characters"
        hint="With it, invoices are tax invoices that show CGST, SGST or IGST."
        value={draft.gstin}
        error={errors.gstin}
        onChange={(event) => set('gstin', event.target.value)}
      />
      <SelectField
        label="State"
        name="state"
        optional
        value={draft.state}
        error={errors.state}
        onChange={(event) => set('state', event.target.value)}
      >
        <option value="">Choose</option>
        {indianStates.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Field
        label="Invoice prefix"
        name="invoicePrefix"
        required
        maxLength={3}
        spellCheck={false}
        autoCapitalize="characters"
        hint={`Numbers look like ${draft.invoicePrefix.trim().toUpperCase() || 'HT'}/26-27/000001. Another prefix begins a count of its own; earlier invoices keep theirs.`}
        value={draft.invoicePrefix}
        error={errors.invoicePrefix}
        onChange={(event) => set('invoicePrefix', event.target.value)}
      />
    </div>
  );
}

export function Grievance({ draft, errors, set }: Fields) {
  const { grievanceOfficer: officer } = draft;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {(['name', 'email', 'phone'] as const).map((part) => (
        <Field
          key={part}
          label={{ name: 'Name', email: 'Email', phone: 'Phone' }[part]}
          name={`grievanceOfficer.${part}`}
          optional
          type={{ name: 'text', email: 'email', phone: 'tel' }[part]}
          maxLength={{ name: 100, email: 254, phone: 30 }[part]}
          value={officer[part]}
          error={errors[`grievanceOfficer.${part}`]}
          onChange={(event) => {
            const { value } = event.target;
            set('grievanceOfficer', (now) => ({ ...now, [part]: value }), part);
          }}
        />
      ))}
    </div>
  );
}

export function Ordering({ draft, errors, set }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
        <input
          type="checkbox"
          name="asksForAddress"
          checked={draft.asksForAddress}
          onChange={(event) => set('asksForAddress', event.target.checked)}
          className="size-4.5"
        />
        Checkout asks for a delivery address
      </label>
      {(['min', 'max'] as const).map((which) => {
        const name = `${which}OrderRupees` as const;
        return (
          <Field
            key={which}
            label={which === 'min' ? 'Smallest order (₹)' : 'Largest order (₹)'}
            name={name}
            required
            inputMode="decimal"
            maxLength={15}
            value={draft[name]}
            error={errors[name]}
            onChange={(event) => set(name, event.target.value)}
          />
        );
      })}
      <Field
        label="Low stock at"
        name="lowStockAt"
        optional
        inputMode="numeric"
        maxLength={7}
        placeholder={String(lowStock)}
        value={draft.lowStockAt}
        error={errors.lowStockAt}
        hint={`Stock at or below this number is low. ${lowStock} if left empty. A product or combination can have its own threshold.`}
        onChange={(event) => set('lowStockAt', event.target.value)}
      />
    </div>
  );
}
