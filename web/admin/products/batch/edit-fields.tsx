import { useQuery } from '@tanstack/react-query';
import type { Attribute } from '../../../../shared/contract/catalogue/attributes.ts';
import type { BatchPreview } from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { read } from '../../parts/data.ts';
import { namesById, Options } from '../../parts/list/filters.tsx';
import { amountIn, counted } from '../../parts/text.ts';

const labels: Record<string, string> = {
  price: 'Change list price',
  finalPrice: 'Change selling price',
  cost: 'Set cost',
  weightGrams: 'Set weight',
  netQuantity: 'Set net quantity',
  brand: 'Set brand',
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  isFeatured: 'Set Featured',
  isTopDeal: 'Set Top deal',
  isTrending: 'Set Trending',
};

/** The fields that a batch can set, by the values of their options, which begin with `edit-`. */
export const editOptions = (attributes: Attribute[] = []): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries(labels).map(([field, label]) => [`edit-${field}`, label]),
    ...attributes.map(({ _id, name }) => [`edit-attribute-${_id}`, `Set ${name}`]),
  ]);

const percentIn = (text: string) => Number(text.replace('%', '').replace('−', '-').trim() || Number.NaN);
/** An amount that may be negative, such as `-50`. */
const signedAmount = (text: string) =>
  /^[-−]/.test(text.trim()) ? -amountIn(text.trim().slice(1)) : amountIn(text);
const wordsIn = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** The edit that the fields of the form say, for the schema of the call to check. */
export function editIn(option: string, form: FormData): Record<string, unknown> {
  const field = option.replace('edit-', '');
  const value = String(form.get('value') ?? '').trim();
  const by = form.get('by');
  const number = by === 'percent' ? percentIn(value) : signedAmount(value);
  if (field === 'price' || field === 'finalPrice')
    return { action: 'edit', price: { of: field, by, value: number } };
  if (field === 'addTags' || field === 'removeTags') return { action: 'edit', [field]: wordsIn(value) };
  if (field.startsWith('attribute-'))
    return {
      action: 'edit',
      attributes: [{ attribute: field.replace('attribute-', ''), values: value ? [value] : [] }],
    };
  return { action: 'edit', [field]: value };
}

/** The inputs of the value of a field. */
export function EditFields({ option, attributes }: { option: string; attributes: Attribute[] | undefined }) {
  const brands = useQuery(read('GET /brands')).data?.items;
  const field = option.replace('edit-', '');
  const attribute = attributes?.find(({ _id }) => field === `attribute-${_id}`);
  const isFlag = field.startsWith('is') || attribute?.type === 'flag';
  if (field === 'price' || field === 'finalPrice')
    return (
      <>
        <select name="by" aria-label="How the price changes" className="office-input">
          <option value="percent">by percent</option>
          <option value="amount">by an amount</option>
          <option value="to">to an amount</option>
        </select>
        <Value label="New price, percentage or amount" placeholder="10 or -10" />
      </>
    );
  if (field === 'brand') return <Choice label="New brand" none="No brand" options={namesById(brands)} />;
  if (isFlag)
    return (
      <Choice
        label="New value"
        options={attribute ? { yes: 'Yes', no: 'No' } : { true: 'Yes', false: 'No' }}
        {...(attribute && { none: 'No value' })}
      />
    );
  if (attribute?.type === 'choice')
    return (
      <Choice
        label={`New ${attribute.name}`}
        none="No value"
        options={Object.fromEntries(attribute.choices.map((choice) => [choice, choice]))}
      />
    );
  const hints: Record<string, string> = {
    addTags: 'Tags, with commas',
    removeTags: 'Tags, with commas',
    weightGrams: 'Weight in g',
    netQuantity: '250 g',
    cost: 'Cost in ₹, empty removes it',
  };
  return <Value label="New value" placeholder={hints[field] ?? attribute?.unit ?? ''} />;
}

const Value = ({ label, placeholder }: { label: string; placeholder: string }) => (
  <input
    name="value"
    aria-label={label}
    placeholder={placeholder}
    maxLength={500}
    autoComplete="off"
    className="office-input w-52"
  />
);

const Choice = (props: { label: string; none?: string; options: Record<string, string> }) => (
  <select name="value" aria-label={props.label} className="office-input">
    {props.none !== undefined && <option value="">{props.none}</option>}
    <Options labels={props.options} />
  </select>
);

/** What an edit would do to the first of the selected products. */
export function EditPreview({ preview: { total, changes } }: { preview: BatchPreview }) {
  return (
    <>
      <p>
        {counted(total, 'product')} will change, with all of their variants. You can undo this on this page
        for a day.
      </p>
      {changes.length > 0 && (
        <ul className="max-h-64 divide-y divide-line overflow-auto rounded-md ring-1 ring-line">
          {changes.map(({ name, field: fieldOfVariant, from, to }) => {
            const [field = '', ...variant] = fieldOfVariant.split(' · ');
            return (
              <li key={`${name} ${fieldOfVariant}`} className="px-3 py-1.5">
                <span className="block truncate font-medium">{name}</span>
                <span className="figures text-ink-soft">
                  {fieldLabels[field] ?? field}
                  {variant.length > 0 && ` (${variant.join(' · ')})`}: {shown(field, from)} →{' '}
                  {shown(field, to)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

const words: Record<string, string> = { '': 'empty', true: 'Yes', false: 'No' };
function shown(field: string, value: string): string {
  const isAmount = value !== '' && ['price', 'finalPrice', 'cost'].includes(field);
  if (isAmount) return shortRupees(Number(value));
  return words[value] ?? (field === 'weightGrams' ? `${value} g` : value);
}

const fieldLabels: Record<string, string> = {
  price: 'List price',
  finalPrice: 'Selling price',
  cost: 'Cost',
  weightGrams: 'Weight',
  netQuantity: 'Net quantity',
  tags: 'Tags',
  isFeatured: 'Featured',
  isTopDeal: 'Top deal',
  isTrending: 'Trending',
};
