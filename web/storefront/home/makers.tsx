import { BrandTile } from '../brands/brand-tile.tsx';
import type { BrandForSale } from '../brands/find-brands.ts';
import { Section } from '../layout/section.tsx';

const shown = 4;

/** The makers with a picture, those with most products first, in a row that scrolls on small screens. */
export function Makers({ brands }: { brands: BrandForSale[] }) {
  const pictured = brands.filter(({ image }) => image).slice(0, shown);
  if (pictured.length < 2) return null;
  const more = brands.length > pictured.length && (
    <a href="/brands" className="more-link">
      All makers
    </a>
  );
  return (
    <Section title="Shop by maker" headingClass="text-2xl" className="shell section-space" action={more}>
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
