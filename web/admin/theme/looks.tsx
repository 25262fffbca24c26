import { useQuery } from '@tanstack/react-query';
import { hasLook, looks, withLook } from '../../../shared/theme/looks.ts';
import type { Theme } from '../../../shared/theme/theme.ts';
import { themeVariables } from '../../../shared/theme/theme-css.ts';
import { Badge } from '../../ui/badge.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { read } from '../parts/data.ts';
import { partHeading, type ThemeProps } from './choices.tsx';

/** A product of the shop, for samples; undefined for a shop without any. */
export function useSampleProduct() {
  return useQuery({ ...read('GET /products', { query: { limit: 1 } }), staleTime: 600_000 }).data
    ?.products[0];
}

/** The finished looks. */
export function Looks({ theme, onChange }: ThemeProps) {
  return (
    <section aria-label="Looks">
      <h2 className={partHeading}>Looks</h2>
      <fieldset>
        <legend className="mb-3 text-ink-soft">
          Each sets all of this page. Your own colours stay, and Undo returns to what you had.
        </legend>
        <div className="grid grid-cols-2 items-start gap-x-3 gap-y-5 sm:grid-cols-3">
          {looks.map((look) => (
            <label key={look.name} className="relative flex flex-col">
              <input
                type="radio"
                name="look"
                checked={hasLook(theme, look)}
                onChange={() => onChange(withLook(theme, look))}
                className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
              />
              <span className="block overflow-hidden rounded-md ring-1 ring-line-strong peer-checked:ring-2 peer-checked:ring-press peer-hover:ring-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-press">
                <Sample theme={withLook(theme, look)} />
              </span>
              <span className="mt-1.5 font-medium">{look.label}</span>
              <span className="text-xs text-ink-soft">{look.about}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </section>
  );
}

/** A small part of the shop in a theme. */
function Sample({ theme }: { theme: Theme }) {
  const product = useSampleProduct();
  const shopName = useQuery(read('GET /site-info')).data?.clientName ?? '';
  return (
    <span
      inert
      aria-hidden="true"
      data-cards={theme.cards}
      style={themeVariables(theme, 'light')}
      className="block bg-paper text-ink"
    >
      <span
        className={`block truncate border-b border-line px-3 py-2 font-serif text-base font-semibold text-press ${theme.header === 'centred' ? 'text-center' : ''}`}
      >
        {shopName}
      </span>
      <span className="block p-3">
        <span className="card">
          <span className="card-frame block">
            <Picture path={product?.image} alt="" sizes="12rem" widths={[320, 400]} />
            <span className="card-badges">
              <Badge tone="sale">Sale</Badge>
            </span>
          </span>
          <span className="card-body">
            <span className="truncate text-sm font-medium">{product?.name ?? 'Your product'}</span>
            <Price amount={product?.finalPrice ?? 499} size="sm" />
          </span>
        </span>
        <span className="mt-2.5 block rounded-button bg-press px-2 py-1.5 text-center text-xs font-medium text-on-press">
          Add to Cart
        </span>
      </span>
      <span className="block bg-night px-3 py-2 text-xs text-on-night">Free delivery</span>
    </span>
  );
}
