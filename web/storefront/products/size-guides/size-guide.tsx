import { load } from '../../../load.ts';
import { shopContext } from '../../../shop-context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { head } from '../../layout/head.ts';
import { shopOf } from '../../layout/shop.ts';
import type { Route } from './+types/size-guide';
import { SizeTable } from './size-table.tsx';

export const handle = { hasIslands: true };

export const loader = async ({ context, params }: Route.LoaderArgs) =>
  load(context.get(shopContext).catalogue.getSizeGuide(params.guide));

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [{ title: 'Size guide not found' }];
  const { _id, name } = loaderData;
  return head(shopOf(matches), {
    title: name,
    description: `Size guide: ${name}.`,
    path: `/size-guides/${_id}`,
    hidden: true,
  });
};

/** /size-guides/{id}: a size guide without JavaScript; product pages open it in a dialog. */
export default function SizeGuidePage({ loaderData: guide }: Route.ComponentProps) {
  return (
    <article className="shell max-w-3xl pt-10 lg:pt-16">
      <h1 className="mb-8 text-3xl">{guide.name}</h1>
      <SizeTable guide={guide} />
      <div className="mt-10">
        <ButtonLink href="/products">View all products</ButtonLink>
      </div>
    </article>
  );
}
