import { slugify } from '../../../shared/text/slug.ts';
import { load } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { findBrands, placesOf } from '../brands/find-brands.ts';
import { head } from '../layout/head.ts';
import { shopOf, useShop } from '../layout/shop.ts';
import { listingPath } from '../products/listing/filters.ts';
import type { Route } from './+types/sitemap';

export const handle = { hasIslands: true };

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [policies, brands, pages] = await Promise.all([
    load(shop.content.listPolicies()),
    findBrands(shop),
    load(shop.design.listPages()),
  ]);
  return {
    policies: policies.map(({ type, title }) => ({ type, title })),
    pages: pages.map(({ path, title }): PageLink => [path, title]),
    makers: brands.map(({ slug, name }): PageLink => [`/brands/${slug}`, name]),
    places: placesOf(brands).map(({ state }): PageLink => [listingPath({ place: slugify(state) }), state]),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  head(shopOf(matches), {
    title: 'Sitemap',
    description: 'All categories and pages of the shop.',
    path: '/sitemap',
  });

type PageLink = [path: string, label: string];

const collections: PageLink[] = [
  ['/products', 'All products'],
  ['/products?isTrending=true', 'New Arrivals'],
  ['/products?isFeatured=true', 'Featured'],
  ['/products?isTopDeal=true', 'Sale'],
];
const help: PageLink[] = [
  ['/track-order', 'Track your order'],
  ['/returns/start', 'Start a return'],
  ['/refunds/status', 'Status of a refund'],
  ['/contact', 'Contact'],
  ['/about', 'About'],
];
const account: PageLink[] = [
  ['/profile', 'Profile and orders'],
  ['/wishlist', 'Wishlist'],
  ['/cart', 'Cart'],
  ['/user-login', 'Log in'],
  ['/register', 'Sign up'],
];

/** /sitemap: links to all categories and pages, for people; /sitemap.xml is for search engines. */
export default function SitemapPage({
  loaderData: { policies, pages, makers, places },
}: Route.ComponentProps) {
  const categories = useShop()?.categories ?? [];
  return (
    <div className="shell pt-8 lg:pt-12">
      <h1 className="mb-8 text-3xl">Sitemap</h1>
      {categories.length > 0 && (
        <section aria-labelledby="categories">
          <h2 id="categories" className="mb-4 text-xl">
            Categories
          </h2>
          <ul className="columns-1 gap-x-8 sm:columns-2 lg:columns-4">
            {categories.map(({ slug, name, subcategories }) => (
              <li key={slug} className="mb-5 break-inside-avoid">
                <SitemapLink path={listingPath({ category: slug })} label={name} isMain />
                <ul>
                  {subcategories.map((part) => (
                    <li key={part.slug}>
                      <SitemapLink
                        path={listingPath({ category: slug, subcategory: part.slug })}
                        label={part.name}
                      />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-8 grid grid-cols-2 gap-x-8 gap-y-10 border-t border-line pt-8 lg:grid-cols-4">
        <Group title="Makers" links={makers} />
        <Group title="Places" links={places} />
        <Group title="Collections" links={collections} />
        <Group title="Pages" links={pages} />
        <Group title="Help" links={help} />
        <Group title="Policies" links={policies.map(({ type, title }) => [`/${type}`, title])} />
        <Group title="Your account" links={account} />
      </div>
    </div>
  );
}

function Group({ title, links }: { title: string; links: PageLink[] }) {
  if (links.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-xl">{title}</h2>
      <ul>
        {links.map(([path, label]) => (
          <li key={path}>
            <SitemapLink path={path} label={label} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SitemapLink({ path, label, isMain = false }: { path: string; label: string; isMain?: boolean }) {
  return (
    <a
      href={path}
      className={`inline-flex min-h-9 items-center wrap-anywhere underline-offset-4 hover:underline ${isMain ? 'font-semibold' : 'text-ink-soft'}`}
    >
      {label}
    </a>
  );
}
