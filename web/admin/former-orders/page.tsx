import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { placeText } from '../../../shared/contact/address-lines.ts';
import type { FormerOrderDetail } from '../../../shared/contract/moves.ts';
import { rupees, toPaise, toRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { Notice } from '../../ui/notice.tsx';
import { read } from '../parts/data.ts';
import { Loaded, LoadingArea, Missing } from '../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../parts/page/page-head.tsx';
import { Section } from '../parts/page/section.tsx';
import { formatCount } from '../parts/text.ts';
import { statusOfFormer } from './status.ts';

const programs = { shopify: 'Shopify', woocommerce: 'WooCommerce' };

/** One order of the former shop, as its file has it. */
export default function FormerOrderPage() {
  const { id = '' } = useParams();
  const query = useQuery(read('GET /former-orders/:id', { params: { id } }));
  return (
    <>
      <BackLink to="/admin/former-orders">All old orders</BackLink>
      <Loaded
        query={query}
        failed="Failed to load the order. Please try again."
        loading={<LoadingArea label="Loading order…" />}
        missing={
          <Missing
            title="Order not found"
            text="There is no old order with this address. Its move may have been undone."
            to="/admin/former-orders"
            all="All old orders"
          />
        }
      >
        {(order) => (
          <>
            <PageHead
              title={`Old order ${order.number}`}
              subtitle={`${orderDate(order.placedAt)} · ${statusOfFormer(order)}`}
            />
            <Notice className="mb-5 max-w-2xl">
              {`This order is from the former shop (${programs[order.program]}). It is history: it has no invoice here, and is not part of GST, stock and payouts.`}
            </Notice>
            <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="grid content-start gap-6">
                <Lines order={order} />
                <Amounts order={order} />
              </div>
              <Buyer order={order} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

const Lines = ({ order: { lines } }: { order: FormerOrderDetail }) => (
  <Section title="Items">
    <ul className="divide-y divide-line">
      {lines.map(({ name, sku, quantity, price, status }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order can have two equal lines
        <li key={i} className="flex items-baseline justify-between gap-4 py-2">
          <div className="min-w-0 wrap-anywhere">
            <p>{name}</p>
            <p className="text-xs text-ink-soft">
              {[sku, status.replaceAll('_', ' ')].filter(Boolean).join(' · ')}
            </p>
          </div>
          <p className="figures shrink-0">{`${formatCount(quantity)} × ${rupees(price)}`}</p>
        </li>
      ))}
    </ul>
    {lines.length === 0 && <p className="text-ink-soft">The file has no items of this order.</p>}
  </Section>
);

/** The amounts of an order above its total, and whether that contains the tax. */
function amountsOf({ subtotal, discount, discountCode, shipping, tax, total }: FormerOrderDetail) {
  const adds = (...amounts: number[]) =>
    amounts.reduce((sum, amount) => sum + toPaise(amount), 0) === toPaise(total);
  // The subtotal of some programs is after the discount.
  const isReduced = discount > 0 && (adds(subtotal, shipping) || adds(subtotal, shipping, tax));
  const hasTax = tax > 0 && (adds(subtotal, shipping) || adds(subtotal, shipping, -discount));
  const reduction: [string, number] = [discountCode ? `Discount ${discountCode}` : 'Discount', -discount];
  const rows: [string, number][] = isReduced
    ? [['Items', toRupees(toPaise(subtotal) + toPaise(discount))], reduction, ['Subtotal', subtotal]]
    : [['Subtotal', subtotal], reduction];
  rows.push(['Delivery', shipping]);
  if (!hasTax) rows.push(['Tax', tax]);
  return { rows, hasTax };
}

function Amounts({ order }: { order: FormerOrderDetail }) {
  const { rows, hasTax } = amountsOf(order);
  return (
    <Section title="Amounts">
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {rows
          .filter(([, amount]) => amount !== 0)
          .map(([label, amount]) => (
            <Amount key={label} label={label} amount={amount} />
          ))}
        <Amount label="Total" amount={order.total} strong />
        {hasTax && <Amount label="Tax included" amount={order.tax} />}
        {order.refunded > 0 && <Amount label="Refunded" amount={-order.refunded} />}
        <Amount label="Received and not refunded" amount={order.net} />
      </dl>
      <p className="mt-3 text-ink-soft wrap-anywhere">
        {[order.paymentMethod, order.paymentReference, order.shippingMethod].filter(Boolean).join(' · ')}
      </p>
      {order.note && <p className="mt-3 whitespace-pre-line wrap-anywhere">{`Note: ${order.note}`}</p>}
      {order.tags && <p className="mt-3 text-ink-soft wrap-anywhere">{`Tags: ${order.tags}`}</p>}
    </Section>
  );
}

const Amount = ({ label, amount, strong }: { label: string; amount: number; strong?: boolean }) => (
  <>
    <dt className={strong ? 'font-semibold' : 'text-ink-soft'}>{label}</dt>
    <dd className={`text-right ${strong ? 'font-semibold' : ''}`}>{rupees(amount)}</dd>
  </>
);

function Buyer({ order }: { order: FormerOrderDetail }) {
  const { name, email, mobile, customer, billing, shipTo } = order;
  const places = [
    ['Delivery address', shipTo],
    ['Billing address', billing],
  ] as const;
  return (
    <div className="grid content-start gap-6">
      <Section title="Customer">
        <p>
          {customer ? (
            <Link to={`/admin/customers/${customer}`} className="text-press hover:underline">
              {name || 'Without a name'}
            </Link>
          ) : (
            name || 'Without a name'
          )}
        </p>
        <p className="text-ink-soft wrap-anywhere">
          {[email, mobile && `+91 ${mobile}`].filter(Boolean).join(' · ')}
        </p>
      </Section>
      {places.map(
        ([title, place]) =>
          place && (
            <Section key={title} title={title}>
              <p>{place.name}</p>
              {place.company && place.company !== place.name && <p>{place.company}</p>}
              <p className="whitespace-pre-line wrap-anywhere">{place.address}</p>
              <p>{placeText(place)}</p>
              {place.phone && <p className="text-ink-soft">{place.phone}</p>}
            </Section>
          ),
      )}
    </div>
  );
}
