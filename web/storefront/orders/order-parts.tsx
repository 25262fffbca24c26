import type { ReactNode } from 'react';
import type { Order } from '../../../shared/contract/orders.ts';
import { wholeRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/order-date.ts';

export function OrderFacts({ order }: { order: Order }) {
  return (
    <Part title="Order Summary">
      <Facts
        facts={[
          ['Date', orderDate(order.createdAt)],
          ['Payment ID', order.payment_id ?? '—'],
          ['Order ID', order._id],
          ['Status', <Status key="status" order={order} />],
        ]}
      />
    </Part>
  );
}

export function CustomerDetails({ order }: { order: Order }) {
  const user = order.user_id;
  const customer = order.guest_details ?? (user && { ...user, mobile: user.phone });
  return (
    <Part title="Customer Details">
      <Facts
        facts={[
          ['Name', customer?.name || '—'],
          ['Email', customer?.email || '—'],
          ['Phone', customer?.mobile || '—'],
        ]}
      />
    </Part>
  );
}

export function OrderedItems({ order }: { order: Order }) {
  const number = 'figures px-2 py-3 text-right align-top whitespace-nowrap';
  return (
    <section aria-labelledby="items-heading" className="mt-10">
      <h2 id="items-heading" className="text-xl">
        Ordered Items
      </h2>
      <table className="mt-3 w-full text-sm md:text-base">
        <thead>
          <tr className="border-b border-line-strong text-left text-sm text-ink-soft">
            <th scope="col" className="py-2 pr-2 font-medium">
              Product
            </th>
            {['Qty', 'Price', 'Total'].map((name) => (
              <th key={name} scope="col" className="px-2 py-2 text-right font-medium last:pr-0">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.cart_items.map((item) => (
            <tr key={item._id} className="border-b border-line">
              <td className="py-3 pr-2 align-top break-words [overflow-wrap:anywhere]">
                {item.product_id.name}
                {item.variant && <span className="block text-sm text-ink-soft">{item.variant}</span>}
              </td>
              <td className={number}>{item.quantity}</td>
              <td className={number}>{wholeRupees(item.price)}</td>
              <td className={`${number} pr-0`}>{wholeRupees(item.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="text-lg">
            <th scope="row" colSpan={3} className="py-4 text-left font-medium">
              Total Amount
            </th>
            <td className="figures py-4 text-right font-semibold whitespace-nowrap">
              {wholeRupees(order.amount)}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** 'paid' is green and any other status red (spec §4, Order display). */
function Status({ order }: { order: Order }) {
  return (
    <span className={`font-semibold capitalize ${order.status === 'paid' ? 'text-leaf' : 'text-madder'}`}>
      {order.status}
    </span>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-lg bg-card p-5 ring-1 ring-line sm:p-6">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
