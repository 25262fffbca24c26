import { load } from '../../load.ts';
import { loadPage } from '../../sections/page.ts';
import { questionsData } from '../../sections/questions/structured-data.ts';
import { Sections } from '../../sections/sections.tsx';
import { shopContext } from '../../shop-context.ts';
import { head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/home';
import { shopStructuredData } from './structured-data.ts';

export const handle = { hasIslands: true };

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [site, { sections }] = await load(
    Promise.all([shop.content.getSiteInfo(), shop.design.getPage(null)]),
  );
  return loadPage(shop, site, sections, new Date());
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
    image: loaderData?.facts.pictures[0],
    structuredData: [...shopStructuredData(shop), ...questionsData(loaderData?.sections ?? [])],
  });
};

export default function Home({ loaderData }: Route.ComponentProps) {
  const { sections, facts } = loaderData;
  // The hero has the heading of the page.
  const hasHeading = sections.some(({ kind }) => kind === 'hero');
  return (
    <>
      {!hasHeading && <h1 className="sr-only">{facts.clientName}</h1>}
      <Sections sections={sections} facts={facts} />
    </>
  );
}
