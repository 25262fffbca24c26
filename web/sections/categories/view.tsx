import { Section } from '../../storefront/layout/section.tsx';
import { useShop } from '../../storefront/layout/shop.ts';
import { Picture } from '../../ui/picture.tsx';
import type { SectionProps } from '../page.ts';

export function Categories({ settings }: SectionProps<'categories'>) {
  const withPicture = (useShop()?.categories ?? []).filter(({ image }) => image);
  if (withPicture.length === 0) return null;
  return (
    <Section title={settings.heading} headingClass="mb-6 text-2xl lg:mb-8" className="shell section-space">
      <ul className="grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-5 lg:gap-x-6">
        {withPicture.map(({ _id, name, slug, image }) => (
          <li key={_id}>
            <a href={`/products?category=${slug}`} className="tile">
              <span className="tile-frame">
                <Picture
                  path={image}
                  alt=""
                  // A square picture covers this taller frame, so it is drawn as wide as the frame is high.
                  sizes="(min-width:82rem) 280px,(min-width:40rem) 21vw,60vw"
                  widths={[320, 480, 640]}
                />
              </span>
              <span className="tile-name">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
