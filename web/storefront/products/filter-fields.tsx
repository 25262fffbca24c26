import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import type { ShopBasics } from '../layout/page-data.ts';
import { collections, type PriceErrors, readParam } from './filters.ts';

const priceFields = [
  { name: 'minPrice', label: 'Min ₹' },
  { name: 'maxPrice', label: 'Max ₹' },
] as const;

/** The fields of the filter form, filled from the address. Used by the panel and the drawer. */
export function FilterFields({
  params,
  categories,
  idPrefix,
  problems,
}: {
  params: URLSearchParams;
  categories: ShopBasics['categories'];
  problems: PriceErrors;
  /** Makes the ids of the two forms unique. */
  idPrefix: string;
}) {
  return (
    <div className="divide-y divide-line">
      <Field
        id={`${idPrefix}-search`}
        label="Search"
        name="search"
        type="search"
        defaultValue={readParam(params, 'search')}
        placeholder="Name, description or SKU"
        enterKeyHint="search"
        maxLength={200}
        autoComplete="off"
        className="pb-6"
      />
      <CategoryFields params={params} categories={categories} />
      <Group title="Price">
        <div className="flex items-start gap-3">
          {priceFields.map(({ name, label }) => (
            <Field
              key={name}
              id={`${idPrefix}-${name}`}
              label={label}
              name={name}
              defaultValue={readParam(params, name)}
              error={problems[name]}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              className="min-w-0 flex-1"
            />
          ))}
        </div>
      </Group>
      <Group title="Show">
        {collections.map(({ name, label }) => (
          <Checkbox key={name} name={name} label={label} checked={readParam(params, name) === 'true'} />
        ))}
        <Checkbox name="inStock" label="In stock only" checked={readParam(params, 'inStock') === 'true'} />
      </Group>
    </div>
  );
}

function CategoryFields({
  params,
  categories,
}: {
  params: URLSearchParams;
  categories: ShopBasics['categories'];
}) {
  const [chosen, setChosen] = useState(readParam(params, 'category'));
  const subcategory = readParam(params, 'subcategory');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = list.current?.querySelector<HTMLElement>(':checked');
    // The chosen category may be far down a long list.
    if (first) list.current?.scrollTo(0, first.offsetTop - 80);
  }, []);
  return (
    <Group title="Category">
      <div
        ref={list}
        className={categories.length > 12 ? 'relative max-h-96 overflow-y-auto overscroll-y-contain' : ''}
      >
        {[{ slug: '', name: 'All categories', subcategories: [] }, ...categories].map((category) => (
          <div key={category.slug}>
            <label className="filter-row">
              <input
                type="radio"
                name="category"
                value={category.slug}
                checked={chosen === category.slug}
                onChange={() => setChosen(category.slug)}
              />
              {category.name}
            </label>
            {chosen === category.slug && category.subcategories.length > 0 && (
              <div className="mb-2 ml-2 border-l border-line pl-5">
                {[{ slug: '', name: 'All' }, ...category.subcategories].map(({ slug, name }) => (
                  <label key={slug} className="filter-row">
                    <input
                      type="radio"
                      name="subcategory"
                      value={slug}
                      defaultChecked={slug === subcategory}
                    />
                    {name}
                  </label>
                ))}
              </div>
            )}
          </div>
        ))}
      </div>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="py-5">
      <legend className="float-left mb-2 w-full text-sm font-semibold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

function Checkbox({ name, label, checked }: { name: string; label: string; checked: boolean }) {
  return (
    <label className="filter-row">
      <input type="checkbox" name={name} value="true" defaultChecked={checked} />
      {label}
    </label>
  );
}
