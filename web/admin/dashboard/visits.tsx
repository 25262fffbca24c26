import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type VisitCounts, type VisitReport, visitPeriods } from '../../../shared/contract/visits.ts';
import { read } from '../parts/data.ts';
import { LoadError } from '../parts/page/loaded.tsx';
import { counted, formatCount } from '../parts/text.ts';
import { ProductLine } from './product-sections.tsx';
import { DataSection, growth, shortDay } from './section.tsx';

const names: Record<string, string> = {
  direct: 'Direct',
  google: 'Google',
  bing: 'Bing',
  duckduckgo: 'DuckDuckGo',
  instagram: 'Instagram',
  facebook: 'Facebook',
  whatsapp: 'WhatsApp',
  youtube: 'YouTube',
  pinterest: 'Pinterest',
  chatgpt: 'ChatGPT',
  other: 'Other sites',
};

const steps: [label: string, count: keyof VisitCounts][] = [
  ['Visits', 'visits'],
  ['Page views', 'views'],
  ['Product views', 'productViews'],
  ['Searches', 'searches'],
  ['Added to cart', 'adds'],
  ['Checkouts', 'checkouts'],
  ['Orders', 'orders'],
];

const percent = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 });
/** Orders for each visit; nothing if there are fewer visits than orders, because some browsers are not counted. */
const conversion = ({ orders, visits }: VisitCounts) =>
  visits > 0 && orders <= visits ? percent.format(orders / visits) : '–';

/** What visitors of the shop did, by day and product, counted without cookies (decision 131). */
export function Visits() {
  const [days, setDays] = useState<(typeof visitPeriods)[number]>('30');
  const report = useQuery({
    ...read('GET /visits', { query: { days } }),
    placeholderData: (before: VisitReport | undefined) => before,
  });
  const { data } = report;
  return (
    <section aria-label="Visitors" className="mt-9">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">Visitors</h2>
        <label className="flex items-center gap-2 text-sm">
          <span className="sr-only">Period</span>
          <select
            value={days}
            onChange={(event) =>
              setDays(visitPeriods.find((period) => period === event.target.value) ?? '30')
            }
            className="min-h-11 rounded-md bg-card px-3 ring-1 ring-line-strong"
          >
            {visitPeriods.map((period) => (
              <option key={period} value={period}>
                Last {period} days
              </option>
            ))}
          </select>
        </label>
      </div>
      <LoadError query={report} failed="Failed to load data. Please try again." />
      <Steps data={data} days={days} />
      {data && <DayTable days={data.days} />}
      <div className="mt-6 grid gap-x-8 gap-y-9 md:grid-cols-2">
        <MostViewed data={data?.products} />
        <Sources data={data?.sources} />
      </div>
    </section>
  );
}

/** From the visit to the order, each compared with the days before. */
function Steps({ data, days }: { data: VisitReport | undefined; days: string }) {
  const lines = [
    ...steps.map(([label, count]) => ({
      label,
      value: data && formatCount(data.total[count]),
      before: data && formatCount(data.before[count]),
      grown: data && growth(data.total[count], data.before[count]),
    })),
    {
      label: 'Conversion',
      value: data && conversion(data.total),
      before: data && conversion(data.before),
      grown: null,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {lines.map(({ label, value, before, grown }) => (
        <div key={label} className="min-w-0 rounded-md bg-card p-4 ring-1 ring-line">
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="figures mt-1 truncate font-serif text-base font-semibold sm:text-xl">
            {value ?? <span className="skeleton block h-lh w-16" />}
          </dd>
          <dd className="figures text-xs text-ink-soft">
            {grown && <strong>{grown}</strong>}{' '}
            {before === undefined ? '…' : `${before} in the ${days} days before`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DayTable({ days }: { days: VisitReport['days'] }) {
  return (
    <details className="mt-2">
      <summary className="inline-block min-h-6 cursor-pointer py-2 text-xs text-press underline-offset-4 hover:underline">
        Show by day
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label="Visitors by day" tabIndex={0} className="max-h-80 overflow-auto">
        <table className="office-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {steps.map(([label]) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">Conversion</th>
            </tr>
          </thead>
          <tbody className="figures">
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <td>{shortDay(day.day)}</td>
                {steps.map(([label, count]) => (
                  <td key={label}>{formatCount(day[count])}</td>
                ))}
                <td>{conversion(day)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
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
              note={`${formatCount(product.adds)} added to a cart · ${counted(product.orders, 'order')}`}
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
