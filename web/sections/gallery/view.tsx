import { useId } from 'react';
import { Picture } from '../../ui/picture.tsx';
import type { SectionProps } from '../page.ts';
import { SectionHeading } from '../section-heading.tsx';

/** Pictures in a grid of two columns, on wide screens of four if there are so many. */
export function Gallery({ settings: { heading, pictures }, isLead }: SectionProps<'gallery'>) {
  const id = useId();
  const shown = pictures.filter(({ path }) => path);
  if (shown.length === 0) return null;
  const columns = shown.length === 1 ? '' : shown.length % 3 === 0 ? 'lg:grid-cols-3' : 'lg:grid-cols-4';
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      aria-label={heading ? undefined : 'Pictures'}
      className="shell section-space"
    >
      <SectionHeading id={id} heading={heading} />
      <ul
        className={`grid gap-4 ${shown.length === 1 ? '' : 'grid-cols-2'} ${shown.length === 2 ? '' : columns}`}
      >
        {shown.map(({ path, alt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be in it twice
          <li key={index} className="overflow-hidden rounded-lg">
            <Picture
              path={path}
              alt={alt}
              sizes={shown.length < 3 ? '(min-width:64rem) 50vw,60vw' : '(min-width:64rem) 30vw,60vw'}
              eager={isLead && index === 0}
              className="aspect-[4/5]"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
