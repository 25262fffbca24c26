import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  type AttentionCounts,
  type AttentionKind,
  attentionKinds,
  productStatus,
} from '../../../../shared/contract/catalogue/catalogue.ts';
import { read } from '../../parts/data.ts';
import { Choice, Filters, namesById } from '../../parts/list/filters.tsx';
import { Loaded } from '../../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../../parts/page/page-head.tsx';
import { counted, labelsOf } from '../../parts/text.ts';
import { attentionLabels, useListAddress } from '../list-filters.tsx';

const explanations: Record<AttentionKind, string> = {
  tax: 'Invoices need both. Without a rate, a product is sold with 18%.',
  pictures: 'Few people buy what they can’t see.',
  alt: 'Screen readers and search engines then get the name of the product only.',
  description: 'Shoppers and search engines know only the name.',
  weight: 'Delivery charges by weight and couriers need it.',
  cost: 'Without it there is no margin.',
  margin: 'The selling price without GST is below the cost.',
  soldOut: 'A variant has none left.',
  lowStock: 'A variant has few left.',
};

/** What is missing or wrong in the catalogue, with how many products. Each leads to these products. */
export default function CatalogueAttention() {
  const address = useListAddress(24);
  const { matching, field, get } = address;
  const { attention: _, ...query } = matching;
  const filters = new URLSearchParams(
    ['search', 'category', 'status'].flatMap((name) => (get(name) ? [[name, get(name)]] : [])),
  );
  const counts = useQuery(read('GET /products/attention', { query }));
  const categories = useQuery(read('GET /categories')).data?.items;
  return (
    <>
      <BackLink to="/admin/products">Products</BackLink>
      <PageHead title="What needs attention" subtitle="In the catalogue, without archived products" />
      <Filters address={address} search={['Search products', 'Search name or SKU']}>
        <Choice
          label="Category"
          all="All categories"
          options={namesById(categories)}
          {...field('category')}
        />
        <Choice
          label="Status"
          all="Any status"
          options={labelsOf(productStatus.exclude(['archived']).options)}
          {...field('status')}
        />
      </Filters>
      <Loaded query={counts} failed="Failed to load the counts. Please try again later.">
        {(found) => <Reasons counts={found} filters={filters} />}
      </Loaded>
    </>
  );
}

function Reasons({ counts, filters }: { counts: AttentionCounts; filters: URLSearchParams }) {
  const sorted = attentionKinds.toSorted((a, b) => Number(counts[b] > 0) - Number(counts[a] > 0));
  return (
    <ul className="divide-y divide-line rounded-md ring-1 ring-line">
      {sorted.map((kind) => (
        <li key={kind} className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-3">
          <div className="min-w-60 flex-1">
            <p className="font-medium">{attentionLabels[kind]}</p>
            <p className="text-ink-soft">{explanations[kind]}</p>
          </div>
          {counts[kind] === 0 ? (
            <p className="text-leaf">Nothing to do</p>
          ) : (
            <p className="flex flex-wrap gap-x-4">
              <Lead to="/admin/products" kind={kind} filters={filters}>
                {counted(counts[kind], 'product')}
              </Lead>
              <Lead to="/admin/products/table" kind={kind} filters={filters}>
                Spreadsheet
              </Lead>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Lead(props: { to: string; kind: AttentionKind; filters: URLSearchParams; children: string }) {
  const { to, kind, filters, children } = props;
  const params = new URLSearchParams(filters);
  params.set('attention', kind);
  return (
    <Link
      to={`${to}?${params}`}
      className="touch figures inline-flex min-h-9 items-center text-press underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
