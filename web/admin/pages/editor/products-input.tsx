import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { productSources } from '../../../sections/fields.ts';
import { SelectField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import { ProductChoice } from '../../parts/form/target-choice.tsx';
import { Options } from '../../parts/list/filters.tsx';
import type { LabelledProps } from './field-props.ts';

const choice = z
  .object({ source: z.enum(productSources), category: z.string(), ids: z.array(z.string()) })
  .catch({ source: 'featured', category: '', ids: [] });

const sourceLabels: Record<(typeof productSources)[number], string> = {
  featured: 'Featured products',
  deals: 'Top deals',
  trending: 'Trending products',
  newest: 'Newest products',
  category: 'Products of a category',
  chosen: 'Products that I choose',
};

/** Which products a section shows. */
export function ProductsInput(props: LabelledProps) {
  const { path, errors, onChange, label, hint } = props;
  const value = choice.parse(props.value);
  const categories = useQuery(read('GET /categories')).data?.items ?? [];
  const error = errors[path] ?? errors[`${path}.source`] ?? null;
  return (
    <div className="grid gap-4">
      <SelectField
        label={label}
        hint={hint}
        name={`${path}.source`}
        error={error}
        value={value.source}
        onChange={({ target }) => onChange({ ...value, source: target.value }, '')}
      >
        <Options labels={sourceLabels} />
      </SelectField>
      {value.source === 'category' && (
        <SelectField
          label="Category"
          name={`${path}.category`}
          error={errors[`${path}.category`] ?? null}
          value={value.category}
          onChange={({ target }) => onChange({ ...value, category: target.value }, '')}
        >
          <option value="">Choose a category</option>
          <Options labels={Object.fromEntries(categories.map(({ slug, name }) => [slug, name]))} />
        </SelectField>
      )}
      {value.source === 'chosen' && (
        <ProductChoice
          legend="Chosen products, in this order"
          isSorted
          chosen={value.ids}
          error={errors[`${path}.ids`]}
          onChange={(ids) => onChange({ ...value, ids }, '')}
        />
      )}
    </div>
  );
}
