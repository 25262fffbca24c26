import { Flame } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';

/** Hero pictures are wide with their subject on the right; a taller frame shows that part. */
const objectPosition = 'object-[84%_50%]';

export function Hero({
  tagline,
  categories,
  pictures,
}: {
  tagline: string;
  categories: string[];
  pictures: string[];
}) {
  const [first = null, second, third] = pictures;
  return (
    <section className="shell grid items-center gap-x-14 gap-y-8 pt-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:pt-10">
      <div className="max-lg:order-2">
        <h1 className="text-4xl">{tagline}</h1>
        {categories.length > 0 && (
          <p className="mt-5 max-w-md text-lg text-ink-soft">{categoryText(categories)}</p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/products" size="lg">
            Shop Now
          </ButtonLink>
          <ButtonLink href="/deals" size="lg" variant="secondary">
            <Flame className="size-5 text-madder" />
            Hot Deals
          </ButtonLink>
        </div>
      </div>
      <div className="grid grid-cols-3 gap-2.5 max-lg:-mx-[clamp(1.125rem,4vw,3rem)] sm:gap-4">
        <div
          className={`overflow-hidden lg:rounded-lg ${second ? 'col-span-3 lg:col-span-2 lg:row-span-2' : 'col-span-3'}`}
        >
          <Picture
            path={first}
            alt=""
            sizes="(min-width: 64rem) 58rem, 120vw"
            eager
            className={`aspect-[3/2] lg:aspect-[4/5] ${objectPosition}`}
          />
        </div>
        {[second, third].map(
          (path) =>
            path && (
              <div key={path} className="hidden overflow-hidden rounded-lg lg:block">
                <Picture
                  path={path}
                  alt=""
                  sizes="28rem"
                  className={`aspect-[4/5] h-full ${objectPosition}`}
                />
              </div>
            ),
        )}
      </div>
    </section>
  );
}

/** The first few by name: 'Blue Pottery, Terracotta, Tea & Spice and more'. */
function categoryText(categories: string[]): string {
  const named = categories.slice(0, 5).join(', ');
  return categories.length > 5 ? `${named} and more` : named;
}
