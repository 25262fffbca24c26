import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { CollectionSummary } from '../../../shared/contract/catalogue/collections.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { read } from '../parts/data.ts';
import { RowLink } from '../parts/list/list.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';
import { Thumbnail } from '../parts/thumbnail.tsx';

const add = (
  <ButtonLink href="/admin/collections/new" icon={Plus}>
    Add collection
  </ButtonLink>
);

/** The collections by name. */
export default function Collections() {
  const all = useQuery(read('GET /catalogue/collections'));
  return (
    <>
      <PageHead title="Collections" subtitle="Products that you show together on a page of their own">
        {add}
      </PageHead>
      <Loaded query={all} failed="Failed to load the collections. Please try again.">
        {(collections) =>
          collections.length === 0 ? (
            <Empty
              title="No collections yet"
              text="A collection shows products that you choose, or all that follow rules, such as a tag or a price."
              action={add}
            />
          ) : (
            <ul className="max-w-3xl divide-y divide-line rounded-md ring-1 ring-line">
              {collections.map((collection) => (
                <Row key={collection._id} collection={collection} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Row({ collection }: { collection: CollectionSummary }) {
  const { _id, name, slug, image, isPublished, hasRules, count } = collection;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 p-2 pl-3">
      <Thumbnail path={image} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <RowLink to={`/admin/collections/${_id}`}>{name}</RowLink>
        <span className="block text-xs text-ink-soft">
          {counted(count, 'product')} {hasRules ? 'by rules' : 'chosen by hand'} · /collections/{slug}
        </span>
      </span>
      <Badge tone={isPublished ? 'success' : 'plain'}>{isPublished ? 'Published' : 'Hidden'}</Badge>
    </li>
  );
}
