import { BrandTile } from '../../storefront/brands/brand-tile.tsx';
import { Section } from '../../storefront/layout/section.tsx';
import type { SectionProps } from '../page.ts';

const shown = 4;

/** The makers with a picture, those with most products first, in a row that scrolls on small screens. */
export function Makers({ settings, facts: { brands } }: SectionProps<'makers'>) {
  const pictured = brands.filter(({ image }) => image).slice(0, shown);
  if (pictured.length < 2) return null;
  const more = brands.length > pictured.length && (
    <a href="/brands" className="more-link">
      All makers
    </a>
  );
  return (
    <Section title={settings.heading} headingClass="text-2xl" className="shell section-space" action={more}>
      <ul className="tile-row">
        {pictured.map((brand) => (
          <li key={brand._id}>
            <BrandTile brand={brand} sizes="(min-width:64rem) 21rem,16rem" widths={[320, 480, 640]} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
