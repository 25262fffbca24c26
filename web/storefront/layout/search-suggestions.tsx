import { LayoutGrid } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { call } from '../../api.ts';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { ifLower, readOwnPrices } from '../products/own-prices/own-prices.ts';
import { useOwnPrices } from '../products/own-prices/use-own-prices.ts';
import { type ShopBasics, usePageData } from './page-data.ts';
import { useCombobox } from './use-combobox.ts';
import { useRead } from './use-read.ts';

const debounceMs = 300;
const minLength = 2;

type CategoryLink = ShopBasics['categories'][number];
type Suggestions = { products: Product[]; categories: CategoryLink[] };

/** Turns `input` into a combobox and shows matching categories and products below it. */
export function SearchSuggestions({ input }: { input: HTMLInputElement }) {
  const id = useId();
  const [text, setText] = useState('');
  const suggestions = useSuggestions(text);
  const ownOf = useOwnPrices();
  const links = suggestions
    ? [...suggestions.categories.map(categoryPath), ...suggestions.products.map(productPath)]
    : [];

  const reset = () => {
    input.value = '';
    input.blur();
    setText('');
  };
  const { open, active } = useCombobox(input, {
    id,
    count: links.length,
    onText: (value) => setText(value.trim()),
    onPick: (index) => {
      window.location.assign(links[index] ?? '/products');
      reset();
    },
  });

  const option = (path: string) => {
    const index = links.indexOf(path);
    return { id: `${id}-${index}`, href: path, active: index === active, onClick: reset };
  };
  return (
    <>
      <p role="status" className="sr-only">
        {open && suggestions && announcement(suggestions)}
      </p>
      {open && suggestions && links.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className="absolute inset-x-[calc(-1*var(--beside,0px))] top-full z-40 mt-3 max-h-[min(70dvh,32rem)] overflow-y-auto overscroll-contain rounded-lg bg-card p-2 shadow-float ring-1 ring-line lg:right-0 lg:left-auto lg:w-96"
        >
          <Group label="Categories">
            {suggestions.categories.map((category) => (
              <Option key={category.slug} {...option(categoryPath(category))}>
                <span className="grid size-11 shrink-0 place-items-center rounded-md bg-press-tint text-press">
                  <LayoutGrid className="size-4.5" />
                </span>
                <span className="min-w-0 flex-1 truncate">{category.name}</span>
              </Option>
            ))}
          </Group>
          <Group label="Products">
            {suggestions.products.map((product) => {
              const own = ifLower(ownOf.get(product._id));
              return (
                <Option key={product._id} {...option(productPath(product))}>
                  <span className="size-11 shrink-0 overflow-hidden rounded-md">
                    <Picture path={product.image} alt="" sizes="44px" />
                  </span>
                  <span className="line-clamp-2 min-w-0 flex-1">{product.name}</span>{' '}
                  <span className="max-w-2/5 shrink-0">
                    <Price
                      amount={own?.price ?? product.finalPrice}
                      original={own?.cataloguePrice ?? null}
                      varies={(own ?? product).priceVaries}
                      size="sm"
                      isOwn={own !== undefined}
                    />
                  </span>
                </Option>
              );
            })}
          </Group>
        </div>
      )}
    </>
  );
}

/** The suggestions for the current text; undefined until they arrive and if the request fails. */
function useSuggestions(text: string): Suggestions | undefined {
  const { shop } = usePageData();
  const key = text.length < minLength ? undefined : text;
  const { data, error } = useRead<Suggestions>(key, async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, debounceMs));
    const { products } = await call('GET /products', { query: { search: text, limit: 5 }, signal });
    readOwnPrices(products.map(({ _id }) => _id));
    const all = shop?.categories ?? [];
    const named = all.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
    // The name may be mistyped.
    const isOfAll = ({ slug }: CategoryLink) => products.every(({ category }) => category?.slug === slug);
    const shared = products.length > 1 ? all.filter(isOfAll) : [];
    return { products, categories: named.length > 0 ? named.slice(0, 3) : shared };
  });
  return error ? undefined : data;
}

function Group({ label, children }: { label: string; children: ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
    <div role="group" aria-labelledby={id}>
      <div id={id} className="px-2 pt-2 pb-1 text-xs font-medium text-ink-soft">
        {label}
      </div>
      {children}
    </div>
  );
}

function Option({
  active,
  children,
  ...link
}: {
  id: string;
  href: string;
  active: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <a
      {...link}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      // The input keeps the focus: losing it would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      className="flex min-h-11 items-center gap-3 rounded-md p-2 text-sm hover:bg-paper-deep aria-selected:bg-press-tint aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-press"
    >
      {children}
    </a>
  );
}

function categoryPath({ slug }: CategoryLink): string {
  return `/products?category=${slug}`;
}

function productPath({ slug }: Product): string {
  return `/products/${slug}`;
}

function announcement({ products, categories }: Suggestions): string {
  const parts = [
    categories.length > 0 && `${categories.length} ${categories.length === 1 ? 'category' : 'categories'}`,
    products.length > 0 && `${products.length} ${products.length === 1 ? 'product' : 'products'}`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(' and ')} suggested` : 'No suggestions';
}
