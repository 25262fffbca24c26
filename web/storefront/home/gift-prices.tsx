import { counted } from '../../../shared/text/counted.ts';
import type { PageShop } from '../../shop-context.ts';
import { Section } from '../layout/section.tsx';
import { listingPath } from '../products/listing/filters.ts';

type Prices = { filter: string; bands: { value: string; label: string; count: number }[] };

const shown = 4;

/** The price bands of the products that are gifts; none if they can't be loaded. */
export async function findGiftPrices(shop: PageShop, filter: string): Promise<Prices> {
  if (!filter) return { filter, bands: [] };
  try {
    const facets = await shop.catalogue.listFacets({ filter: [filter], page: 1, limit: 1 });
    const bands = facets.find(({ name }) => name === 'price')?.values ?? [];
    return { filter, bands: bands.slice(0, shown) };
  } catch (error) {
    console.warn('The gifts could not be loaded.', error);
    return { filter, bands: [] };
  }
}

/** Gifts by price: the lowest price bands, each with the number of its products. */
export function GiftPrices({ filter, bands }: Prices) {
  if (bands.length < 2) return null;
  return (
    <Section title="Gifts by price" headingClass="text-2xl" className="shell section-space">
      <ul className="price-tiles">
        {bands.map(({ value, label, count }) => (
          <li key={value}>
            <a href={listingPath({ filter: [filter, `price:${value}`] })}>
              {label}
              <small>{counted(count, 'gift')}</small>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
