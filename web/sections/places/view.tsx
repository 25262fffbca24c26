import { counted } from '../../../shared/text/counted.ts';
import { slugify } from '../../../shared/text/slug.ts';
import { placesOf } from '../../storefront/brands/find-brands.ts';
import { Section } from '../../storefront/layout/section.tsx';
import { listingPath } from '../../storefront/products/listing/filters.ts';
import type { SectionProps } from '../page.ts';

const shown = 6;

/** The states from which most products come, as a list of names. */
export function Places({ settings, facts: { brands } }: SectionProps<'places'>) {
  const places = placesOf(brands)
    .toSorted((a, b) => b.products - a.products)
    .slice(0, shown);
  if (places.length < 2) return null;
  return (
    <Section
      title={settings.heading}
      headingClass="text-2xl"
      className="shell section-space gap-x-16 gap-y-6 lg:grid lg:grid-cols-[1fr_3fr]"
    >
      <ul className="place-list">
        {places.map(({ state, products }) => (
          <li key={state}>
            <a href={listingPath({ place: slugify(state) })}>
              {state} <small>{counted(products, 'product')}</small>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
