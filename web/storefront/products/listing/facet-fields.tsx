import { Fragment, type ReactNode } from 'react';
import type { Facet } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { CategoryLink } from '../../layout/shop.ts';
import { flags, maxChosen, readParam, readParams } from './filters.ts';

/** How many values of a facet are shown at first and after “Show more”, besides those that are chosen. */
const shownValues = { few: 4, more: 30 };
const shownCategories = { few: 12, more: 60 };

type Props = {
  params: URLSearchParams;
  categories: Pick<CategoryLink, '_id' | 'name' | 'slug' | 'subcategories'>[];
  /** Null if they could not be loaded. */
  facets: Facet[] | null;
};

/** What the listing can be filtered by, with numbers of products. Never hydrated: each listing contains its own. */
export function FacetFields({ params, categories, facets }: Props) {
  const all = readParam(params, 'all');
  const place = readParam(params, 'place');
  const collection = readParam(params, 'collection');
  return (
    <div data-part="facets">
      {collection && <input type="hidden" name="collection" value={collection} />}
      {place && <input type="hidden" name="place" value={place} />}
      {all && <input type="hidden" name="all" value={all} />}
      <CategoryFields params={params} categories={categories} facets={facets} />
      <Group title="Show">
        {flags.map(({ name, label }) => (
          <Choice
            key={name}
            type="checkbox"
            name={name}
            value="true"
            label={label}
            isChosen={readParam(params, name) === 'true'}
          />
        ))}
      </Group>
      {facets
        ?.filter(({ name }) => name !== 'category' && name !== 'subcategory')
        .map((facet) => (
          <FacetGroup key={facet.name} facet={facet} params={params} />
        ))}
      {/* They stay chosen while the facets can't be shown. */}
      {!facets &&
        chosenValues(params).map(({ name, value }) => (
          <input key={`${name}:${value}`} type="hidden" name={name} value={value} />
        ))}
    </div>
  );
}

const chosenValues = (params: URLSearchParams) =>
  (['brand', 'filter'] as const).flatMap((name) =>
    readParams(params, name).map((value) => ({ name, value })),
  );

type GroupProps = Pick<Props, 'params'> & { facet: Facet };

/** The values come in their order, such as sizes, or the most frequent ones first. */
function FacetGroup({ facet: { name, label, values }, params }: GroupProps) {
  const param = name === 'brand' ? 'brand' : 'filter';
  const chosen = readParams(params, param);
  const rows = values.map(({ value, ...row }) => {
    const given = param === 'brand' ? value : `${name}:${value}`;
    return { ...row, value: given, isChosen: chosen.includes(given) };
  });
  const isFull = chosenValues(params).length >= maxChosen;
  const isOpen = readParam(params, 'all') === name;
  const shown = firstOf(rows, isOpen ? shownValues.more : shownValues.few);
  return (
    <Group title={label}>
      {shown.map((row) => (
        <Choice key={row.value} type="checkbox" name={param} isDisabled={isFull && !row.isChosen} {...row} />
      ))}
      {!isOpen && shown.length < rows.length && <MoreButton name={name} title={label} />}
    </Group>
  );
}

/** Categories and the subcategories of the chosen one, without those that no product of the listing has. */
function CategoryFields({ params, categories, facets }: Props) {
  const rowsOf = <Category extends { slug: string; name: string }>(
    name: 'category' | 'subcategory',
    all: Category[],
  ) => {
    const counts = new Map(
      facets?.find((facet) => facet.name === name)?.values.map((value) => [value.value, value]),
    );
    const rows = all.map((category) => ({
      ...category,
      isChosen: readParam(params, name) === category.slug,
      count: counts.get(category.slug)?.count,
      isAtLeast: counts.get(category.slug)?.isAtLeast,
    }));
    return rows.filter(({ count, isChosen }) => !facets || count || isChosen);
  };
  const rows = rowsOf('category', categories);
  if (rows.length === 0) return null;
  const isOpen = readParam(params, 'all') === 'category';
  const shown = firstOf(rows, isOpen ? shownCategories.more : shownCategories.few);
  return (
    <Group title="Category">
      <Choice
        type="radio"
        name="category"
        value=""
        label="All categories"
        isChosen={!readParam(params, 'category')}
      />
      {shown.map(({ slug, name, subcategories, ...row }) => {
        const ofCategory = row.isChosen ? rowsOf('subcategory', subcategories) : [];
        return (
          <Fragment key={slug}>
            <Choice type="radio" name="category" value={slug} label={name} {...row} />
            {ofCategory.length > 0 && (
              <div>
                <Choice
                  type="radio"
                  name="subcategory"
                  value=""
                  label="All"
                  isChosen={!readParam(params, 'subcategory')}
                />
                {ofCategory.map((item) => (
                  <Choice
                    key={item.slug}
                    type="radio"
                    name="subcategory"
                    value={item.slug}
                    label={item.name}
                    isChosen={item.isChosen}
                    count={item.count}
                    isAtLeast={item.isAtLeast}
                  />
                ))}
              </div>
            )}
          </Fragment>
        );
      })}
      {!isOpen && shown.length < rows.length && <MoreButton name="category" title="Category" />}
    </Group>
  );
}

/** The first `count` rows, and those that are chosen. One more is shown rather than a button for it. */
const firstOf = <Row extends { isChosen: boolean }>(rows: Row[], count: number): Row[] =>
  rows.filter((row, index) => index < count || row.isChosen || rows.length === count + 1);

function MoreButton({ name, title }: { name: string; title: string }) {
  return (
    <button
      type="submit"
      name="all"
      value={name}
      aria-label={`Show more of ${title}`}
      className="filter-more"
    >
      Show more
    </button>
  );
}

function Choice({
  type,
  name,
  value,
  label,
  isChosen,
  isDisabled = false,
  count,
  isAtLeast = false,
}: {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
  isDisabled?: boolean;
  count?: number | undefined;
  isAtLeast?: boolean | undefined;
}) {
  return (
    <label>
      <input type={type} name={name} value={value} defaultChecked={isChosen} disabled={isDisabled} />
      {/* One text: React writes a comment between two. */}
      {`${label} `}
      {count !== undefined && <small>{count.toLocaleString('en-IN') + (isAtLeast ? '+' : '')}</small>}
    </label>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
