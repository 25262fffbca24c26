import { load, pick } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { head } from '../layout/head.ts';
import { shopOf, useShop } from '../layout/shop.ts';
import { type CardProduct, findStrips } from '../products/card-data.ts';
import type { Route } from './+types/home';
import { CategoryTiles } from './category-tiles.tsx';
import { CollectionBanner } from './collection-banner.tsx';
import { Hero } from './hero.tsx';
import { ProductStrip } from './product-strip.tsx';
import { PromoBanner } from './promo-banner.tsx';
import { shopStructuredData } from './structured-data.ts';
import { TrustBadges } from './trust-badges.tsx';

const siteFields = ['clientName', 'tagline', 'claims', 'values', 'heroImages', 'companyImageUrl'] as const;

export const handle = { hasIslands: true };

/** How many products the strips show (spec §7.10). */
const sizes = { featured: 4, deals: 6, trending: 8 };

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { featured: first, deals: second, trending: third } = sizes;
  const [site, found] = await Promise.all([
    load(shop.content.getSiteInfo()),
    // Enough to show no product twice.
    findStrips(shop, [
      { isFeatured: true, limit: first },
      { isTopDeal: true, limit: first + second },
      { isTrending: true, limit: first + second + third },
    ]),
  ]);
  const [featured = null, deals = null, trending = null] = withoutRepeats(found, Object.values(sizes));
  return { ...pick(site, siteFields), featured, deals, trending };
}

/** As many products of each strip, without those that an earlier one shows. */
function withoutRepeats(strips: CardProduct[][], sizes: number[]): CardProduct[][] {
  const shown = new Set<string>();
  return strips.map((products, strip) => {
    const others = products.filter(({ _id }) => !shown.has(_id)).slice(0, sizes[strip]);
    for (const { _id } of others) shown.add(_id);
    return others;
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const shop = shopOf(matches);
  if (!shop) return [];
  return head(shop, {
    title: [shop.site.clientName, shop.site.tagline].filter(Boolean).join(': '),
    description: [shop.site.tagline, shop.categories.map(({ name }) => name).join(', ')]
      .filter(Boolean)
      .map((part) => `${part}.`)
      .join(' '),
    path: '/',
    image: heroPictures(loaderData)[0],
    structuredData: shopStructuredData(shop),
  });
};

export default function Home({ loaderData }: Route.ComponentProps) {
  const { clientName, tagline, claims, values, featured, deals, trending } = loaderData;
  const categories = useShop()?.categories ?? [];
  const pictures = heroPictures(loaderData);
  return (
    <>
      <Hero
        tagline={tagline || clientName}
        categories={categories.map(({ name }) => name)}
        pictures={pictures}
      />
      <TrustBadges claims={claims} />
      <CategoryTiles categories={categories} />
      <ProductStrip
        title="Featured"
        link={{ to: '/products?isFeatured=true', label: 'View all featured' }}
        products={featured}
        errorText="Unable to load featured products."
      />
      <CollectionBanner value={values[1] ?? values[0]} picture={pictures.at(-1) ?? null} />
      <ProductStrip
        title="Today's Best Deals"
        link={{ to: '/products/', label: 'View all deals' }}
        products={deals}
        showStockBars
        className="grid-cols-2 md:grid-cols-3"
        sizes="(min-width: 80rem) 24.5rem, (min-width: 48rem) 30vw, calc(50vw - 1.6rem)"
      />
      <ProductStrip
        title="Trending Now"
        link={{ to: '/products?isTrending=true', label: 'View all trending' }}
        products={trending}
      />
      <PromoBanner name={clientName} tagline={tagline} />
    </>
  );
}

/** The hero pictures: those chosen in Settings, else those of the company and the featured products. */
function heroPictures(page: Route.ComponentProps['loaderData'] | undefined): string[] {
  if (!page) return [];
  if (page.heroImages.length > 0) return page.heroImages;
  const featured = (page.featured ?? []).map(({ image }) => image);
  return [page.companyImageUrl, ...featured].filter((path): path is string => Boolean(path));
}
