import { Picture } from '../../ui/picture.tsx';
import { Section } from '../layout/section.tsx';
import type { CategoryLink } from '../layout/shop.ts';

export function CategoryTiles({ categories }: { categories: CategoryLink[] }) {
  const withPicture = categories.filter(({ image }) => image);
  if (withPicture.length === 0) return null;
  return (
    <Section title="Shop by category" headingClass="mb-6 text-2xl lg:mb-8" className="shell section-space">
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
