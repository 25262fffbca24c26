import { useQuery } from '@tanstack/react-query';
import { Field, SelectField } from '../../ui/field.tsx';
import { read } from '../parts/data.ts';
import { RowList } from '../parts/form/row-list.tsx';
import type { SectionParts, SiteForm } from '../site-info/draft.ts';

const newSeason = { title: '', text: '', filter: '', from: '01-01', to: '12-31' };

/** What the home page shows by the time of the year, and as gifts. */
export const seasonSection: SectionParts = {
  id: 'seasons',
  title: 'Seasons and gifts',
  hint: 'The home page shows the first season that includes the day, with the products that have the value of an attribute, and gifts by price. Settings > Attributes defines the values.',
  after: (form) => (
    <div className="grid gap-6">
      <div>
        <RowList noun="season" max={12} newRow={newSeason} {...form.list('seasons')}>
          {(_, i) => (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Title" required maxLength={60} {...form.field(`seasons.${i}.title`)} />
              <AttributeValue label="Products" required form={form} name={`seasons.${i}.filter`} />
              <Field
                label="Text"
                optional
                maxLength={200}
                className="sm:col-span-2"
                {...form.field(`seasons.${i}.text`)}
              />
              <YearDay label="First day" form={form} i={i} name="from" />
              <YearDay label="Last day" form={form} i={i} name="to" />
            </div>
          )}
        </RowList>
      </div>
      <AttributeValue label="Gifts" optional form={form} name="giftFilter" />
    </div>
  ),
};

/** Chooses a value of an attribute, such as `occasion:diwali`. */
function AttributeValue(props: {
  form: SiteForm;
  name: 'giftFilter' | `seasons.${number}.filter`;
  label: string;
  required?: boolean;
  optional?: boolean;
}) {
  const { form, name, ...more } = props;
  const { data = [] } = useQuery(read('GET /settings/attributes'));
  const field = form.field(name);
  const options = data.flatMap((attribute) =>
    attribute.choices.map((choice) => ({
      value: `${attribute.slug}:${choice.toLowerCase()}`,
      label: `${attribute.name}: ${choice}`,
    })),
  );
  const isKnown = options.some(({ value }) => value === field.value);
  return (
    <SelectField {...more} {...field}>
      <option value="">Choose</option>
      {field.value && !isKnown && <option value={field.value}>{field.value}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

const months = Array.from({ length: 12 }, (_, index) =>
  new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, index)),
);
const twoDigits = (number: number) => String(number).padStart(2, '0');
const daysOf = (month: string) => new Date(Date.UTC(2024, Number(month), 0)).getUTCDate();

/** Chooses a day of each year, such as `11-15`. */
function YearDay(props: { label: string; form: SiteForm; i: number; name: 'from' | 'to' }) {
  const { label, form, i, name } = props;
  const [month = '01', day = '01'] = (form.values.seasons[i]?.[name] ?? '').split('-');
  const set = (next: string) =>
    form.change(({ seasons }) => ({
      seasons: seasons.map((season, index) => (index === i ? { ...season, [name]: next } : season)),
    }));
  return (
    <div className="grid grid-cols-[1fr_2fr] gap-2">
      <SelectField
        name={`${name}-day`}
        label={label}
        value={day}
        error={form.errors[`seasons.${i}.${name}`]}
        onChange={({ target }) => set(`${month}-${target.value}`)}
      >
        {Array.from({ length: daysOf(month) }, (_, index) => twoDigits(index + 1)).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
      <SelectField
        name={`${name}-month`}
        label={`Month of the ${label.toLowerCase()}`}
        value={month}
        onChange={({ target }) => {
          const last = daysOf(target.value);
          set(`${target.value}-${Number(day) > last ? twoDigits(last) : day}`);
        }}
      >
        {months.map((option, index) => (
          <option key={option} value={twoDigits(index + 1)}>
            {option}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
