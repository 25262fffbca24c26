import { isInSeason } from '../../../shared/products/season.ts';
import { load, pick } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { findBrands } from '../brands/find-brands.ts';
import { head } from '../layout/head.ts';
import { shopOf, useShop } from '../layout/shop.ts';
import { type CardProduct, findStrips } from '../products/cards/card-data.ts';
import type { Route } from './+types/home';
import { CategoryTiles } from './category-tiles.tsx';
import { CollectionBanner } from './collection-banner.tsx';
import { findGiftPrices, GiftPrices } from './gift-prices.tsx';
import { Hero } from './hero.tsx';
import { Makers } from './makers.tsx';
import { Places } from './places.tsx';
import { ProductStrip } from './product-strip.tsx';
import { PromoBanner } from './promo-banner.tsx';
import { SeasonPanel } from './season-panel.tsx';
import { shopStructuredData } from './structured-data.ts';
import { TrustBadges } from './trust-badges.tsx';

const siteFields = ['clientName', 'tagline', 'claims', 'values', 'heroImages', 'companyImageUrl'] as const;

export const handle = { hasIslands: true };

/** How many products the strips show (spec §7.10), and the season after them. */
const sizes = { featured: 4, deals: 6, trending: 8, season: 4 };

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { featured: first, deals: second, trending: third, season: fourth } = sizes;
  const site = await load(shop.content.getSiteInfo());
  const season = site.seasons.find((season) => isInSeason(season, new Date()));
  const [found, brands, giftPrices] = await Promise.all([
    // Enough to show no product twice.
    findStrips(shop, [
      { isFeatured: true, limit: first },
      { isTopDeal: true, limit: first + second },
      { isTrending: true, limit: first + second + third },
      ...(season ? [{ filter: [season.filter], limit: first + second + third + fourth }] : []),
    ]),
    findBrands(shop),
    findGiftPrices(shop, site.giftFilter),
  ]);
  const strips = withoutRepeats(found, Object.values(sizes));
  const [featured = null, deals = null, trending = null, inSeason = []] = strips;
  // A shop that has marked no product shows its newest ones.
  const isUnmarked = found.length > 0 && strips.slice(0, 3).every((products) => products.length === 0);
  const [newest = []] = isUnmarked ? await findStrips(shop, [{ limit: third }]) : [];
  return {
    ...pick(site, siteFields),
    featured,
    deals,
    trending,
    newest,
    brands,
    giftPrices,
    season: season && { ...season, products: inSeason },
  };
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
  const { clientName, tagline, claims, values, featured, deals, trending, newest } = loaderData;
  const { season, brands, giftPrices } = loaderData;
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
        title="Our Products"
        link={{ to: '/products', label: 'View All Products' }}
        products={newest}
      />
      <ProductStrip
        title="Featured"
        link={{ to: '/products?isFeatured=true', label: 'View all featured' }}
        products={featured}
        errorText="Unable to load featured products."
      />
      {season && <SeasonPanel {...season} />}
      <ProductStrip
        title="Today's Best Deals"
        link={{ to: '/products/', label: 'View all deals' }}
        products={deals}
        showStockBars
        className="grid-cols-2 md:grid-cols-3"
        sizes="(min-width:80rem) 392px,(min-width:48rem) 30vw,44vw"
      />
      <Makers brands={brands} />
      <CollectionBanner value={values[1] ?? values[0]} picture={pictures.at(-1) ?? null} />
      <ProductStrip
        title="Trending Now"
        link={{ to: '/products?isTrending=true', label: 'View all trending' }}
        products={trending}
      />
      <Places brands={brands} />
      <GiftPrices {...giftPrices} />
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
