import { load } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { cardWidths } from '../../ui/picture.tsx';
import { head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/all';
import { BrandTile } from './brand-tile.tsx';

export const handle = { hasIslands: true };

export const loader = async ({ context }: Route.LoaderArgs) =>
  load(context.get(shopContext).catalogue.listBrandsForSale());

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  head(shopOf(matches), {
    title: 'Makers',
    description: (loaderData ?? []).map(({ name }) => name).join(', ') || 'Makers.',
    path: '/brands',
    image: loaderData?.find(({ image }) => image)?.image,
    hidden: !loaderData?.length,
  });

export default function Brands({ loaderData: brands }: Route.ComponentProps) {
  if (brands.length === 0)
    return (
      <div className="shell">
        <Empty
          level={1}
          title="No makers yet"
          text="The products of the shop have no makers."
          action={<ButtonLink href="/products">View all products</ButtonLink>}
        />
      </div>
    );
  return (
    <div className="shell pt-8 lg:pt-12">
      <h1 className="mb-8 text-3xl">Makers</h1>
      <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {brands.map((brand) => (
          <li key={brand._id}>
            <BrandTile
              brand={brand}
              sizes="(min-width:64rem) 21rem,(min-width:40rem) 44vw,92vw"
              widths={cardWidths}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
