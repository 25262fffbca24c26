import { counted } from '../../../shared/text/counted.ts';
import { slugify } from '../../../shared/text/slug.ts';
import { type BrandForSale, placesOf } from '../brands/find-brands.ts';
import { Section } from '../layout/section.tsx';
import { listingPath } from '../products/listing/filters.ts';

const shown = 6;

/** The states from which most products come, as a list of names. */
export function Places({ brands }: { brands: BrandForSale[] }) {
  const places = placesOf(brands)
    .toSorted((a, b) => b.products - a.products)
    .slice(0, shown);
  if (places.length < 2) return null;
  return (
    <Section
      title="Shop by place"
      headingClass="text-2xl"
      className="shell mt-16 gap-x-16 gap-y-6 lg:mt-24 lg:grid lg:grid-cols-[1fr_3fr]"
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
