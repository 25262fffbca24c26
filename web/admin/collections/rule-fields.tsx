import { useQuery } from '@tanstack/react-query';
import type { CollectionRule } from '../../../shared/contract/catalogue/collections.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { read } from '../parts/data.ts';
import { AmountField, CheckList, CountField } from '../parts/form/fields.tsx';
import { RowList } from '../parts/form/row-list.tsx';
import type { Form } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { type Draft, type DraftRule, emptyRule } from './draft.ts';

export type CollectionForm = Form<Draft>;

const labels: Record<CollectionRule['field'], string> = {
  category: 'Category',
  brand: 'Brand',
  type: 'Product type',
  tag: 'Tag',
  attribute: 'Attribute or option',
  price: 'Selling price',
  inStock: 'In stock',
  onSale: 'On sale',
  new: 'New',
  flag: 'Marked as',
};

/** The rules by which products get into a collection. */
export function RuleFields({ form }: { form: CollectionForm }) {
  return (
    <div className="grid gap-4">
      <SelectField label="Products must match" {...form.field('match')}>
        <option value="all">All rules</option>
        <option value="any">Any rule</option>
      </SelectField>
      <RowList noun="rule" max={20} newRow={emptyRule} {...form.list('rules')}>
        {(rule, index, set) => (
          <div className="grid gap-4">
            <SelectField label="Rule" {...form.field(`rules.${index}.field`)}>
              {Object.entries(labels).map(([field, label]) => (
                <option key={field} value={field}>
                  {label}
                </option>
              ))}
            </SelectField>
            <RuleValue
              form={form}
              rule={rule}
              index={index}
              onChange={(values) => set((before) => ({ ...before, values }))}
            />
            <ErrorText>{errorOf(form, index)}</ErrorText>
          </div>
        )}
      </RowList>
    </div>
  );
}

/** The error of a rule, which the server knows below `rules.rules`. */
function errorOf({ errors }: CollectionForm, index: number): string | undefined {
  const start = `rules.rules.${index}`;
  return Object.entries(errors).find(([path]) => path === start || path.startsWith(`${start}.`))?.[1];
}

type ValueProps = {
  form: CollectionForm;
  rule: DraftRule;
  index: number;
  onChange: (values: string[]) => void;
};

function RuleValue({ form, rule, index, onChange }: ValueProps) {
  switch (rule.field) {
    case 'category':
    case 'brand':
    case 'type':
      return <GroupValues kind={rule.field} chosen={rule.values} onChange={onChange} />;
    case 'tag':
      return (
        <Field
          label="Tags"
          required
          hint="With commas between them."
          {...form.field(`rules.${index}.text`)}
        />
      );
    case 'attribute':
      return (
        <Field
          label="Values"
          required
          hint="Such as colour: blue, material: cotton"
          {...form.field(`rules.${index}.text`)}
        />
      );
    case 'price':
      return (
        <div className="grid grid-cols-2 gap-4">
          <AmountField label="From ₹" optional {...form.field(`rules.${index}.min`)} />
          <AmountField label="Up to ₹" optional {...form.field(`rules.${index}.max`)} />
        </div>
      );
    case 'new':
      return <CountField label="Added in the last days" required {...form.field(`rules.${index}.text`)} />;
    case 'flag':
      return (
        <SelectField label="Mark" {...form.field(`rules.${index}.flag`)}>
          <option value="isFeatured">Featured</option>
          <option value="isTrending">New Arrivals</option>
          <option value="isTopDeal">Sale</option>
        </SelectField>
      );
    case 'inStock':
    case 'onSale':
      return null;
  }
}

function GroupValues(props: {
  kind: 'category' | 'brand' | 'type';
  chosen: string[];
  onChange: (ids: string[]) => void;
}) {
  const { kind, chosen, onChange } = props;
  const categories = useQuery({ ...read('GET /categories'), enabled: kind === 'category' });
  const brands = useQuery({ ...read('GET /brands'), enabled: kind === 'brand' });
  const types = useQuery({ ...read('GET /product-types'), enabled: kind === 'type' });
  const ofCategories = (categories.data?.items ?? []).flatMap(({ _id, name, subcategories }) => [
    { _id, name },
    ...subcategories.map((part) => ({ _id: part._id, name: `${name}: ${part.name}` })),
  ]);
  const others = kind === 'brand' ? brands.data?.items : types.data?.items;
  const options = kind === 'category' ? ofCategories : (others ?? []);
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{labels[kind]}</legend>
      <div className="grid max-h-60 gap-x-4 overflow-y-auto rounded-md p-3 ring-1 ring-line sm:grid-cols-2">
        <CheckList options={options} chosen={chosen} onChange={onChange} />
      </div>
    </fieldset>
  );
}
