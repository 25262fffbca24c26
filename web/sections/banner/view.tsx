import { Picture } from '../../ui/picture.tsx';
import { LinkButton } from '../link-button.tsx';
import type { PageFacts, SectionProps } from '../page.ts';

/** A large picture beside a heading, a text and two buttons; without a heading, a value of the shop. */
export function Banner({ settings, facts }: SectionProps<'banner'>) {
  const { first, second, picture } = settings;
  const value = settings.heading
    ? { title: settings.heading, description: settings.text }
    : shownValue(facts);
  return (
    <section aria-labelledby="collection" className="shell section-space">
      <div className="grid overflow-hidden rounded-lg bg-turmeric-tint lg:grid-cols-2">
        <div className="flex flex-col items-start justify-center px-6 py-10 sm:px-10 lg:px-16 lg:py-20">
          <h2 id="collection" className="text-3xl">
            {value.title}
          </h2>
          {value.description && <p className="mt-4 max-w-md text-lg text-ink-soft">{value.description}</p>}
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton link={first} />
            <LinkButton link={second} variant="secondary" />
          </div>
        </div>
        <Picture
          path={picture.path || facts.pictures.at(-1) || null}
          alt={picture.alt}
          sizes="(min-width: 64rem) 54rem, 122vw"
          className="aspect-[4/3] max-lg:order-first lg:aspect-auto lg:h-full lg:min-h-[30rem]"
        />
      </div>
    </section>
  );
}

const shownValue = ({ values }: PageFacts) =>
  values[1] ?? values[0] ?? { title: 'The Collection', description: '' };
