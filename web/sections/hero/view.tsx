import { useShop } from '../../storefront/layout/shop.ts';
import { Picture } from '../../ui/picture.tsx';
import { LinkButton } from '../link-button.tsx';
import type { SectionProps } from '../page.ts';

/** Hero pictures are wide with their subject on the right; a taller frame shows that part. */
const objectPosition = 'object-[84%_50%]';

export function Hero({ settings, facts }: SectionProps<'hero'>) {
  const categories = (useShop()?.categories ?? []).map(({ name }) => name);
  const text = settings.text || categoryText(categories);
  const chosen = settings.pictures.filter(({ path }) => path);
  const pictures = chosen.length > 0 ? chosen : facts.pictures.map((path) => ({ path, alt: '' }));
  const [first, ...others] = pictures.slice(0, 3);
  return (
    <section
      className={`shell grid items-center gap-x-14 gap-y-8 pt-6 lg:pt-10 ${first ? 'lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]' : ''}`}
    >
      <div className="max-lg:order-2">
        <h1 className="text-4xl">{settings.heading || facts.tagline || facts.clientName}</h1>
        {text && <p className="mt-5 max-w-md text-lg text-ink-soft">{text}</p>}
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton link={settings.first} />
          <LinkButton link={settings.second} variant="secondary" />
        </div>
      </div>
      {first && (
        <div className="grid grid-cols-3 gap-2.5 max-lg:-mx-[clamp(1.125rem,4vw,3rem)] sm:gap-4">
          <div
            className={`overflow-hidden lg:rounded-lg ${others.length > 0 ? 'col-span-3 lg:col-span-2 lg:row-span-2' : 'col-span-3'}`}
          >
            <Picture
              path={first.path}
              alt={first.alt}
              sizes="(min-width: 64rem) 58rem, 120vw"
              eager
              className={`aspect-[3/2] lg:aspect-[4/5] ${objectPosition}`}
            />
          </div>
          {others.map(({ path, alt }) => (
            <div key={path} className="hidden overflow-hidden rounded-lg lg:block">
              <Picture
                path={path}
                alt={alt}
                sizes="28rem"
                className={`aspect-[4/5] h-full ${objectPosition}`}
              />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

/** The first few by name: 'Blue Pottery, Terracotta, Tea & Spice and more'. */
function categoryText(categories: string[]): string {
  const named = categories.slice(0, 5).join(', ');
  return categories.length > 5 ? `${named} and more` : named;
}
