import { load } from '../../load.ts';
import { loadPage } from '../../sections/page.ts';
import { questionsData } from '../../sections/questions/structured-data.ts';
import { Sections } from '../../sections/sections.tsx';
import { shopContext } from '../../shop-context.ts';
import { breadcrumbData, head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/page';

export const handle = { hasIslands: true };

/** A page that the owner has added and arranged. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [site, { title, address, description, sections }] = await load(
    Promise.all([shop.content.getSiteInfo(), shop.design.getPage(params.page)]),
  );
  return { title, address, description, ...(await loadPage(shop, site, sections, new Date())) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { title, address, description, sections, facts } = loaderData;
  const shop = shopOf(matches);
  const origin = shop?.origin ?? '';
  const path = `/pages/${address}`;
  return head(shop, {
    title,
    description: description || title,
    path,
    image: facts.pictures[0],
    structuredData: [
      { '@type': 'WebPage', name: title, description: description || undefined, url: origin + path },
      breadcrumbData(origin, [
        { name: 'Home', path: '/' },
        { name: title, path },
      ]),
      ...questionsData(sections),
    ],
  });
};

export default function CustomPage({ loaderData: { title, sections, facts } }: Route.ComponentProps) {
  // The hero has the heading of the page.
  const hasHeading = sections.some(({ kind }) => kind === 'hero');
  return (
    <>
      {!hasHeading && (
        <header className="shell pt-10 lg:pt-14">
          <h1 className="text-3xl">{title}</h1>
        </header>
      )}
      <Sections sections={sections} facts={facts} />
    </>
  );
}
