import { useId } from 'react';
import { Picture } from '../../ui/picture.tsx';
import { RichHtml } from '../../ui/text/rich-html.tsx';
import { LinkButton } from '../link-button.tsx';
import type { SectionProps } from '../page.ts';

/** A picture beside a text; without a picture the text alone. */
export function Story({ settings, isLead }: SectionProps<'story'>) {
  const { heading, text, picture, side, button } = settings;
  const id = useId();
  if (!heading && !text.html) return null;
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      className={`shell section-space ${picture.path ? 'grid items-center gap-x-16 gap-y-8 lg:grid-cols-2' : ''}`}
    >
      {picture.path && (
        <div className={`overflow-hidden rounded-lg ${side === 'right' ? 'lg:order-2' : ''}`}>
          <Picture
            path={picture.path}
            alt={picture.alt}
            sizes="(min-width: 64rem) 48rem, 122vw"
            eager={isLead}
            className="aspect-[5/4]"
          />
        </div>
      )}
      <div>
        {heading && (
          <h2 id={id} className="text-3xl wrap-anywhere">
            {heading}
          </h2>
        )}
        {text.html && <RichHtml html={text.html} className="mt-5 max-w-prose text-lg text-ink-soft" />}
        {button.label && (
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton link={button} />
          </div>
        )}
      </div>
    </section>
  );
}
