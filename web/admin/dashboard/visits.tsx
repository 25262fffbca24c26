import { useQuery } from '@tanstack/react-query';
import type { VisitReport } from '../../../shared/contract/visits.ts';
import { read } from '../parts/data.ts';
import { Figures } from '../parts/figures.tsx';
import { LoadError } from '../parts/loaded.tsx';
import { counted, formatCount } from '../parts/text.ts';
import { ProductLine } from './product-sections.tsx';
import { DataSection } from './section.tsx';

const names: Record<string, string> = {
  ...{ direct: 'Direct', google: 'Google', bing: 'Bing', duckduckgo: 'DuckDuckGo', instagram: 'Instagram' },
  ...{ facebook: 'Facebook', whatsapp: 'WhatsApp', youtube: 'YouTube', pinterest: 'Pinterest' },
  ...{ chatgpt: 'ChatGPT', other: 'Other sites' },
};

/** What visitors of the shop did in the last 30 days; counted without cookies (decision 113). */
export function Visits() {
  const report = useQuery(read('GET /visits'));
  const data = report.data;
  const total = data?.total;
  return (
    <section aria-label="Visitors" className="mt-9">
      <h2 className="mb-3 text-lg">Visitors, last 30 days</h2>
      <LoadError query={report} failed="Failed to load data. Please try again." />
      <Figures
        figures={[
          { label: 'Visits', value: total && formatCount(total.visits), strong: true },
          { label: 'Page views', value: total && formatCount(total.views) },
          { label: 'Searches', value: total && formatCount(total.searches) },
          { label: 'Added to cart', value: total && formatCount(total.adds) },
          { label: 'Checkouts', value: total && formatCount(total.checkouts) },
          { label: 'Purchases', value: total && formatCount(total.orders), strong: true },
        ]}
        className="md:grid-cols-3 2xl:grid-cols-6"
      />
      <div className="mt-6 grid gap-x-8 gap-y-9 md:grid-cols-2">
        <MostViewed data={data?.products} />
        <Sources data={data?.sources} />
      </div>
    </section>
  );
}

function MostViewed({ data }: { data: VisitReport['products'] | undefined }) {
  return (
    <DataSection title="Most viewed products" lines={5} empty="No product was viewed yet." data={data}>
      {(products) => (
        <ol className="divide-y divide-line">
          {products.map((product) => (
            <ProductLine
              key={product._id}
              product={product}
              note={`${formatCount(product.adds)} added to a cart`}
            >
              <span className="figures">{counted(product.views, 'view')}</span>
            </ProductLine>
          ))}
        </ol>
      )}
    </DataSection>
  );
}

function Sources({ data }: { data: VisitReport['sources'] | undefined }) {
  return (
    <DataSection
      title="Where visits came from"
      lines={5}
      height="h-11"
      empty="Nobody has visited the shop yet."
      data={data}
    >
      {(sources) => (
        <ol className="divide-y divide-line">
          {sources.map(({ source, visits }) => (
            <li key={source} className="flex min-h-11 items-center justify-between gap-3 py-1.5">
              <span className="min-w-0">{names[source] ?? source}</span>
              <span className="figures">{counted(visits, 'visit')}</span>
            </li>
          ))}
        </ol>
      )}
    </DataSection>
  );
}
