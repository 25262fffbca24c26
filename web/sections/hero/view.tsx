import { useShop } from '../../storefront/layout/shop.ts';
import { Picture } from '../../ui/picture.tsx';
import { LinkButton } from '../link-button.tsx';
import type { SectionProps } from '../page.ts';

/** Hero pictures are wide with their subject on the right; a taller frame shows that part. */
const objectPosition = 'object-[84%_50%]';

export function Hero({ settings, facts, isFirst, isLead }: SectionProps<'hero'>) {
  const chosen = settings.pictures.filter(({ path }) => path);
  const pictures = chosen.length > 0 ? chosen : facts.pictures.map((path) => ({ path, alt: '' }));
  const [first, ...others] = pictures.slice(0, 3);
  const words = <Words settings={settings} facts={facts} isHeading={isFirst} />;
  if (settings.form === 'text')
    return (
      <section className="shell pt-10 text-center lg:pt-16 [&_p]:mx-auto [&>div>div]:justify-center">
        {words}
      </section>
    );
  if (!first) return <section className="shell pt-6 lg:pt-10">{words}</section>;
  if (settings.form === 'behind')
    return (
      <section className="relative isolate grid min-h-[28rem] items-end lg:min-h-[36rem]">
        <div className="absolute inset-0 -z-10 overflow-hidden">
          <Picture
            path={first.path}
            alt={first.alt}
            sizes="(min-width: 64rem) 100vw, 170vw"
            eager={isLead}
            className={`h-full! ${objectPosition}`}
          />
        </div>
        <div className="shell py-6 lg:py-12">
          <div className="max-w-xl rounded-lg bg-paper p-6 lg:p-10 max-sm:[&>div>div]:flex-col">{words}</div>
        </div>
      </section>
    );
  return (
    <section className="shell grid items-center gap-x-14 gap-y-8 pt-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:pt-10">
      <div className="max-lg:order-2">{words}</div>
      <div className="grid grid-cols-3 gap-2.5 max-lg:-mx-[clamp(1.125rem,4vw,3rem)] sm:gap-4">
        <div
          className={`overflow-hidden lg:rounded-lg ${others.length > 0 ? 'col-span-3 lg:col-span-2 lg:row-span-2' : 'col-span-3'}`}
        >
          <Picture
            path={first.path}
            alt={first.alt}
            sizes="(min-width: 64rem) 58rem, 120vw"
            eager={isLead}
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
    </section>
  );
}

/** The first hero of a page has its only first-level heading. */
function Words({
  settings,
  facts,
  isHeading,
}: Pick<SectionProps<'hero'>, 'settings' | 'facts'> & { isHeading: boolean }) {
  const categories = (useShop()?.categories ?? []).map(({ name }) => name);
  const text = settings.text || categoryText(categories);
  const Heading = isHeading ? 'h1' : 'h2';
  return (
    <div>
      <Heading className="text-4xl wrap-anywhere">
        {settings.heading || facts.tagline || facts.clientName}
      </Heading>
      {text && <p className="mt-5 max-w-md text-lg text-ink-soft">{text}</p>}
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton link={settings.first} />
        <LinkButton link={settings.second} variant="secondary" />
      </div>
    </div>
  );
}

/** The first few by name: 'Blue Pottery, Terracotta, Tea & Spice and more'. */
function categoryText(categories: string[]): string {
  const named = categories.slice(0, 5).join(', ');
  return categories.length > 5 ? `${named} and more` : named;
}
