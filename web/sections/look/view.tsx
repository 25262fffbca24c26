import { useId } from 'react';
import type { CardProduct } from '../../storefront/products/cards/card-data.ts';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import type { SectionProps } from '../page.ts';
import { SectionHeading } from '../section-heading.tsx';

/** A picture with numbered points, and the list of their products; a product that is no longer for sale is left out. */
export function Look({ settings, facts: { cards }, isLead }: SectionProps<'look'>) {
  const { heading, text, picture, points } = settings;
  const id = useId();
  const shown = points.flatMap(({ product, x, y }) => {
    const card = cards.get(product);
    return card ? { card, x, y } : [];
  });
  if (!picture.path) return null;
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      aria-label={heading ? undefined : 'Shop the look'}
      className="shell section-space"
    >
      <SectionHeading id={id} heading={heading} text={text} />
      <div className="grid items-center gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="relative overflow-hidden rounded-lg">
          <Picture
            path={picture.path}
            alt={picture.alt}
            sizes="(min-width: 64rem) 52rem, 122vw"
            eager={isLead}
            className="aspect-[5/4]"
          />
          {/* The policy of pages allows no style attributes, so the points are drawn. */}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
          <svg role="group" aria-label="Products in the picture" className="absolute inset-0 size-full">
            {shown.map(({ x, y, card }, index) => (
              <Point key={`${x} ${y}`} x={x} y={y} number={index + 1} card={card} />
            ))}
          </svg>
        </div>
        {shown.length > 0 && (
          <ol className="divide-y divide-line-strong">
            {shown.map(({ card }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a product may have two points
              <li key={index}>
                <a href={`/products/${card.slug}`} className="row-link" data-priced={card._id}>
                  <Picture path={card.image} alt="" sizes="5rem" widths={[160, 320]} />
                  <span>
                    <b>
                      {index + 1}. {card.name}
                    </b>
                    <Price amount={card.finalPrice} original={card.originalPrice} varies={card.priceVaries} />
                  </span>
                </a>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

/** A point in the picture with the number of its product. */
function Point({ x, y, number, card }: { x: number; y: number; number: number; card: CardProduct }) {
  return (
    <a href={`/products/${card.slug}`} aria-label={`${number}. ${card.name}`} className="look-point">
      <circle cx={`${x}%`} cy={`${y}%`} r="17" />
      <text x={`${x}%`} y={`${y}%`} dy="0.35em">
        {number}
      </text>
    </a>
  );
}
