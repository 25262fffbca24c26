import { useId } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { SectionProps } from '../page.ts';

/** A maker with products for sale; nothing for another one. */
export function Maker({ settings: { maker, button }, facts: { brands }, isLead }: SectionProps<'maker'>) {
  const id = useId();
  const found = brands.find(({ _id }) => _id === maker);
  if (!found) return null;
  const { slug, name, image, description, town, state } = found;
  return (
    <section
      aria-labelledby={id}
      className={`shell section-space ${image ? 'grid items-center gap-x-16 gap-y-8 lg:grid-cols-2' : ''}`}
    >
      {image && (
        <div className="overflow-hidden rounded-lg">
          <Picture
            path={image}
            alt=""
            sizes="(min-width: 64rem) 48rem, 122vw"
            eager={isLead}
            className="aspect-[5/4]"
          />
        </div>
      )}
      <div>
        {(town || state) && (
          <p className="font-medium text-madder">{[town, state].filter(Boolean).join(', ')}</p>
        )}
        <h2 id={id} className="mt-2 text-3xl wrap-anywhere">
          {name}
        </h2>
        {description && (
          <p className="mt-5 max-w-prose text-lg whitespace-pre-line text-ink-soft">{description}</p>
        )}
        {button && (
          <div className="mt-8">
            <ButtonLink href={`/brands/${slug}`} size="lg">
              {button}
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  );
}
