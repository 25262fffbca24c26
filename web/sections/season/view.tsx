import { listingPath } from '../../storefront/products/listing/filters.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import type { SectionProps } from '../page.ts';

/** The season of the day: its text, a large picture of its first product, and a list of others. */
export function Season({ products, facts: { season } }: SectionProps<'season'>) {
  const [lead, ...others] = products ?? [];
  if (!season || !lead) return null;
  const { title, text, filter } = season;
  return (
    <section aria-labelledby="season" className="shell section-space">
      <div className="grid gap-8 rounded-lg bg-press-tint p-5 sm:p-8 lg:grid-cols-[4fr_5fr_4fr] lg:items-center lg:gap-12 lg:p-10">
        <div>
          <h2 id="season" className="text-3xl">
            {title}
          </h2>
          {text && <p className="mt-4 text-lg text-ink-soft">{text}</p>}
          <div className="mt-6">
            <ButtonLink href={listingPath({ filter })}>View all</ButtonLink>
          </div>
        </div>
        <a href={`/products/${lead.slug}`} className="tile" data-priced={lead._id}>
          <span className="tile-frame">
            <Picture
              path={lead.image}
              alt=""
              sizes="(min-width:64rem) 28rem,90vw"
              widths={[480, 640, 960]}
              className="aspect-square"
            />
          </span>
          <span className="tile-name">{lead.name}</span>
          <Price amount={lead.finalPrice} original={lead.originalPrice} varies={lead.priceVaries} />
        </a>
        <ul className="divide-y divide-line-strong">
          {others.map(({ _id, slug, name, image, finalPrice, originalPrice, priceVaries }) => (
            <li key={_id}>
              <a href={`/products/${slug}`} className="row-link" data-priced={_id}>
                <Picture path={image} alt="" sizes="5rem" widths={[160, 320]} />
                <span>
                  <b>{name}</b>
                  <Price amount={finalPrice} original={originalPrice} varies={priceVaries} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
