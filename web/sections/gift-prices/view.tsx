import { counted } from '../../../shared/text/counted.ts';
import { Section } from '../../storefront/layout/section.tsx';
import { listingPath } from '../../storefront/products/listing/filters.ts';
import type { SectionProps } from '../page.ts';

/** Gifts by price: the lowest price bands, each with the number of its products. */
export function GiftPrices({ settings, facts: { giftPrices } }: SectionProps<'gift-prices'>) {
  const { filter, bands } = giftPrices;
  if (bands.length < 2) return null;
  return (
    <Section title={settings.heading} headingClass="text-2xl" className="shell section-space">
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
