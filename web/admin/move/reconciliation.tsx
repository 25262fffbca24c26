import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { Reconciliation } from '../../../shared/contract/moves.ts';
import { rupees, toPaise, toRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { read } from '../parts/data.ts';
import { Loaded, LoadingArea, Missing } from '../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../parts/page/page-head.tsx';
import { Section } from '../parts/page/section.tsx';
import { counted, formatCount } from '../parts/text.ts';
import { kindNames } from './words.ts';

/** The files of a move against what is here, with each difference: for the owner to check and to print. */
export default function ReconciliationPage() {
  const { id = '' } = useParams();
  const query = useQuery(read('GET /moves/:id/reconciliation', { params: { id } }));
  return (
    <>
      <div className="print:hidden">
        <BackLink to="/admin/move">Move a shop</BackLink>
      </div>
      <Loaded
        query={query}
        failed="The comparison could not be loaded. Please try again."
        loading={<LoadingArea label="Comparing…" />}
        missing={
          <Missing
            title="No finished move"
            text="There is no finished move with this address. It may have been undone."
            to="/admin/move"
            all="Move a shop"
          />
        }
      >
        {(found) => (
          <>
            <PageHead
              title="Files and shop compared"
              subtitle={found.finishedAt && `Move of ${orderDate(found.finishedAt)}`}
            >
              <Button
                icon={Printer}
                variant="secondary"
                className="print:hidden"
                onClick={() => window.print()}
              >
                Print
              </Button>
            </PageHead>
            <div className="grid gap-8">
              <Verdict found={found} />
              <Kinds kinds={found.kinds} />
              <Months months={found.months} />
              <Orders orders={found.orders} />
              <Customers customers={found.customers} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function Verdict({ found: { orders, kinds } }: { found: Reconciliation }) {
  const left = kinds.reduce((sum, kind) => sum + kind.left, 0);
  const text =
    orders.length > 0
      ? `${counted(orders.length, 'order')} of the files ${orders.length === 1 ? 'differs' : 'differ'}; each is named below.`
      : left > 0
        ? `All orders are here to the paisa. ${counted(left, 'record')} of other kinds are left out; the page of the move says why.`
        : 'Everything in the files is here, to the paisa.';
  return <Notice tone={orders.length > 0 ? 'info' : 'success'}>{text}</Notice>;
}

type Cell = ReactNode;

type TableProps = { head: string[]; rows: Cell[][]; foot?: Cell[]; even?: boolean };

/** `even`: all columns are equally wide, so that tables below each other align. */
function Table({ head, rows, foot, even }: TableProps) {
  const cellClass = (i: number) => `px-2 py-1.5 first:pl-0 ${i > 0 ? 'text-right' : ''}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className={`figures w-full text-left ${even ? 'min-w-2xl table-fixed' : ''}`}>
        <thead>
          <tr className="border-b border-line-strong text-xs text-ink-soft">
            {head.map((name, i) => (
              <th key={name} scope="col" className={`font-normal ${cellClass(i)}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order
            <tr key={row} className="border-b border-line">
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                <td key={i} className={cellClass(i)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr className="font-semibold">
              {foot.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                <td key={i} className={cellClass(i)}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const Kinds = ({ kinds }: Pick<Reconciliation, 'kinds'>) => (
  <Section title="Records">
    <Table
      head={['', 'In the files', 'Moved', 'Here before', 'Left out', 'Moved and here now']}
      rows={kinds.map(({ kind, inFiles, moved, known, left, here }) => [
        kindNames[kind],
        ...[inFiles, moved, known, left, here].map(formatCount),
      ])}
    />
    {kinds.some(({ kind }) => kind === 'redirects') && (
      <p className="mt-2 text-xs text-ink-soft">
        Redirects that are here include those of the usual addresses of the former shop.
      </p>
    )}
  </Section>
);

type Month = Reconciliation['months'][number];

const sumOf = (months: Month[], field: Exclude<keyof Month, 'month'>) =>
  toRupees(months.reduce((sum, month) => sum + toPaise(month[field]), 0));

const cellsOf = (label: string, months: Month[]): Cell[] => {
  const [inFile, here] = [sumOf(months, 'fileTotal'), sumOf(months, 'hereTotal')];
  const difference = toRupees(toPaise(here) - toPaise(inFile));
  return [
    label,
    formatCount(sumOf(months, 'fileOrders')),
    rupees(inFile),
    formatCount(sumOf(months, 'hereOrders')),
    rupees(here),
    rupees(sumOf(months, 'refunded')),
    difference === 0 ? '0' : rupees(difference),
  ];
};

const monthName = (month: string) =>
  month
    ? new Date(`${month}-15`).toLocaleDateString('en-IN', { month: 'long', year: 'numeric' })
    : 'Without a date that can be read';

/** Orders and their totals by year and month in India. */
function Months({ months }: Pick<Reconciliation, 'months'>) {
  if (months.length === 0) return null;
  const years = Map.groupBy(months, ({ month }) => month.slice(0, 4));
  const head = [
    '',
    'Orders in the files',
    'Total in the files',
    'Orders here',
    'Total here',
    'Of it refunded',
    'Difference',
  ];
  return (
    <Section title="Old orders by year and month">
      <div className="grid gap-6">
        {[...years].map(([year, ofYear]) => (
          <Table
            key={year}
            even
            head={head}
            rows={ofYear.map((month) => cellsOf(monthName(month.month), [month]))}
            foot={cellsOf(year || 'Sum', ofYear)}
          />
        ))}
        {years.size > 1 && <Table even head={head} rows={[]} foot={cellsOf('All years', months)} />}
      </div>
    </Section>
  );
}

const amount = (value: number | null) => (value === null ? '–' : rupees(value));

const Orders = ({ orders }: Pick<Reconciliation, 'orders'>) => (
  <Section title="Orders that differ">
    {orders.length === 0 ? (
      <p className="text-ink-soft">None.</p>
    ) : (
      <Table
        head={['Order', 'In the files', 'Here', 'Why']}
        rows={orders.map(({ number, inFile, here, reason }) => [
          number,
          amount(inFile),
          amount(here),
          reason,
        ])}
      />
    )}
  </Section>
);

function Customers({ customers }: Pick<Reconciliation, 'customers'>) {
  if (customers.length === 0) return null;
  return (
    <Section title="Customers whose sum differs">
      <p className="mb-2 max-w-2xl text-ink-soft">
        The file of customers says what each of them has spent. Here is what was received for their old
        orders, less refunds. It differs if the file of orders begins later, or counts gift cards in another
        way.
      </p>
      <Table
        head={['Customer', 'In the files', 'Here']}
        rows={customers.map(({ _id, name, inFile, here }) => [
          <Link key={_id} to={`/admin/customers/${_id}`} className="text-press hover:underline">
            {name}
          </Link>,
          rupees(inFile),
          rupees(here),
        ])}
      />
    </Section>
  );
}
