import type { SiteInfo } from '../../../shared/contract/content.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';

type Value = SiteInfo['values'][number];

/** The second banner: one of the shop's values, if it has any, a large picture and two links. */
export function CollectionBanner({ value, picture }: { value: Value | undefined; picture: string | null }) {
  return (
    <section aria-labelledby="collection" className="shell section-space">
      <div className="grid overflow-hidden rounded-lg bg-turmeric-tint lg:grid-cols-2">
        <div className="flex flex-col items-start justify-center px-6 py-10 sm:px-10 lg:px-16 lg:py-20">
          <h2 id="collection" className="text-3xl">
            {value?.title ?? 'The Collection'}
          </h2>
          {value?.description && <p className="mt-4 max-w-md text-lg text-ink-soft">{value.description}</p>}
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href="/products" size="lg">
              Shop the Collection
            </ButtonLink>
            <ButtonLink href="/products?isTopDeal=true" size="lg" variant="secondary">
              Explore Deals
            </ButtonLink>
          </div>
        </div>
        <Picture
          path={picture}
          alt=""
          sizes="(min-width: 64rem) 54rem, 122vw"
          className="aspect-[4/3] max-lg:order-first lg:aspect-auto lg:h-full lg:min-h-[30rem]"
        />
      </div>
    </section>
  );
}
