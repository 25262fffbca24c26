import { Copy, FileText, type LucideIcon, Mail, PackageOpen, RefreshCw, Tag, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { placeLines } from '../../../../shared/contact/address-lines.ts';
import { type AdminOrder, packingStatuses } from '../../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { arrivalText, elsewhereName, readyText } from '../../../../shared/orders/delivery.ts';
import { giftCardName } from '../../../../shared/orders/gift-card-code.ts';
import { boughtGiftCardText } from '../../../../shared/orders/gift-card-texts.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { businessText } from '../../../../shared/orders/order-extras.ts';
import { sumRows } from '../../../../shared/orders/order-sums.ts';
import { call } from '../../../api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useMay } from '../../parts/data.ts';
import { Notes, Tags } from '../../parts/notes-and-tags.tsx';
import { NewTab } from '../../parts/page/page-head.tsx';
import { Section } from '../../parts/page/section.tsx';
import { isUnshipped } from '../consequences.ts';
import type { OrderActions } from '../order-actions.tsx';
import { Money } from './money.tsx';
import { RefundApprovals } from './refund-approvals.tsx';
import { Shipments } from './shipments.tsx';
import { Timeline } from './timeline.tsx';

/** The details of one order. */
export function OrderDetails({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  return (
    <div className="grid gap-x-10 gap-y-6 py-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="lg:col-span-2">
        {(order.waitingRefundAmount ?? 0) > 0 && <RefundApprovals order={order._id} />}
        <OrderTools order={order} actions={actions} />
      </div>
      <div className="grid content-start gap-6">
        <Items order={order} />
        <Shipments order={order} actions={actions} />
        {may('orders.viewAll') && <Money order={order} actions={actions} />}
      </div>
      <div className="grid content-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
        <Customer order={order} actions={actions} />
        {order.pickup ? <Pickup order={order} actions={actions} /> : <Shipping order={order} />}
        <Extras order={order} />
        <Tags base="/order/admin" id={order._id} mayWrite={may('orders.fulfil')} tags={order.tags} />
        <Notes base="/order/admin" id={order._id} mayWrite={may('orders.fulfil')} notes={notesOf(order)} />
        <Timeline order={order} />
      </div>
    </div>
  );
}

const notesOf = ({ timeline }: AdminOrder) =>
  timeline.flatMap(({ note_id, note, ...event }) => (note_id ? { ...event, _id: note_id, text: note } : []));

const changeLink = 'min-h-8 text-press underline-offset-4 hover:underline';

function Items({ order }: { order: AdminOrder }) {
  const may = useMay();
  const { amount } = order;
  const isPaid = order.payments.some(({ isPrimary }) => isPrimary);
  const canChange =
    may('orders.edit') &&
    (isPaid || order.cashOnDelivery !== null || (order.hasPaymentLink && order.reservedUntil !== null)) &&
    order.refundState === 'none' &&
    isUnshipped(order) &&
    order.cart_items.every(({ giftCard }) => giftCard === null) &&
    order.shipments.every(({ state }) => state === 'cancelled');
  const figure = 'figures py-1.5 pl-3 text-right align-top whitespace-nowrap';
  return (
    <Section
      title="Items"
      action={
        canChange && (
          <Link to={`/admin/orders/${order._id}/items`} className={`inline-flex items-center ${changeLink}`}>
            Change<span className="sr-only"> items</span>
          </Link>
        )
      }
    >
      <table className="w-full">
        <thead className="text-left text-xs text-ink-soft">
          <tr>
            <th scope="col" className="py-1 font-medium">
              Product
            </th>
            {(amount === null ? ['Quantity'] : ['Quantity', 'Price', 'Total']).map((name) => (
              <th key={name} scope="col" className="py-1 pl-3 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.cart_items.map((item) => (
            <tr key={item._id} className="border-t border-line">
              <td className="py-1.5 align-top wrap-anywhere">
                {item.product_id.name}
                <span className="block text-xs text-ink-soft">
                  {[item.variant, item.sku].filter(Boolean).join(' · ')}
                </span>
                {item.giftCard && <BoughtGiftCard card={item.giftCard} />}
                {item.refundedQuantity > 0 && (
                  <span className="block text-xs font-semibold text-madder">
                    {item.refundedQuantity} of {item.quantity} refunded
                  </span>
                )}
              </td>
              <td className={figure}>{item.quantity}</td>
              {item.price !== null && <td className={figure}>{shortRupees(item.price)}</td>}
              {item.subtotal !== null && <td className={figure}>{shortRupees(item.subtotal)}</td>}
            </tr>
          ))}
        </tbody>
        {amount !== null && (
          <tfoot>
            {sumRows(order, deliveryLabel(order)).map(([name, sum]) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" colSpan={3} className="py-1.5 text-left font-normal">
                  {name}
                </th>
                <td className={figure}>{shortRupees(sum)}</td>
              </tr>
            ))}
            <tr className="border-t border-line-strong font-semibold">
              <th scope="row" colSpan={3} className="py-1.5 text-left">
                Total
              </th>
              <td className={figure}>{shortRupees(amount)}</td>
            </tr>
            {order.giftCard && (
              <tr>
                <th scope="row" colSpan={3} className="py-1.5 text-left font-normal">
                  {giftCardName(order.giftCard.ending)} pays
                  {order.giftCard.isFree && (
                    <span className="block text-xs text-ink-soft">
                      The shop gave it away: the invoice has it as a discount.
                    </span>
                  )}
                </th>
                <td className={figure}>{shortRupees(order.giftCard.amount)}</td>
              </tr>
            )}
          </tfoot>
        )}
      </table>
    </Section>
  );
}

function BoughtGiftCard({ card }: { card: NonNullable<AdminOrder['cart_items'][number]['giftCard']> }) {
  const may = useMay();
  const text = boughtGiftCardText(card);
  return (
    <span className="block text-xs">
      {card._id && may('giftCards.edit') ? (
        <Link
          to={`/admin/gift-cards/${card._id}`}
          className="inline-block min-h-6 content-center text-press underline-offset-4 hover:underline"
        >
          {text}
        </Link>
      ) : (
        text
      )}
      {card.email && <span className="block text-ink-soft">{card.email}</span>}
    </span>
  );
}

function Extras({ order }: { order: AdminOrder }) {
  const { note, giftMessage, business, whatsapp, customer } = order;
  const texts = [
    ['Business', business && businessText(business)],
    ['Order note', note],
    ['Gift message', giftMessage],
  ] as const;
  if (!whatsapp && texts.every(([, text]) => !text)) return null;
  return (
    <Section title="From the buyer">
      <dl className="grid gap-2">
        {texts.map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt className="text-xs text-ink-soft">{name}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
              </div>
            ),
        )}
        {whatsapp && (
          <div>
            <dt className="text-xs text-ink-soft">WhatsApp</dt>
            <dd>
              Agreed on {orderDate(whatsapp.at)}: “{whatsapp.text}”{' '}
              {customer.mobile && (
                <NewTab
                  href={`https://wa.me/91${customer.mobile}`}
                  className="inline-block min-h-6 content-center text-press underline-offset-4 hover:underline"
                >
                  Write on WhatsApp
                </NewTab>
              )}
            </dd>
          </div>
        )}
      </dl>
    </Section>
  );
}

const deliveryLabel = ({ deliveryZone: zone }: AdminOrder) =>
  zone && zone !== elsewhereName ? `Delivery (${zone})` : 'Delivery';

function Customer({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  const { name, email, mobile, altMobile } = order.customer;
  const link =
    'inline-block min-h-6 content-center text-press underline-offset-4 hover:underline wrap-anywhere';
  return (
    <Section
      title="Customer"
      action={
        may('orders.edit') &&
        isUnshipped(order) && (
          <button type="button" onClick={() => actions.changeContact(order)} className={changeLink}>
            Change<span className="sr-only"> contact and address</span>
          </button>
        )
      }
    >
      <p className="wrap-anywhere">
        {order.customer_id && may('customers.view') ? (
          <Link to={`/admin/customers/${order.customer_id}`} className={link}>
            {name}
          </Link>
        ) : (
          name
        )}{' '}
        <span className="text-ink-soft">({order.is_guest ? 'guest' : 'has an account'})</span>
      </p>
      {email && (
        <p>
          <a href={`mailto:${email}`} className={link}>
            {email}
          </a>
        </p>
      )}
      {[mobile, altMobile].filter(Boolean).map((number) => (
        <p key={number}>
          <a href={`tel:+91${number}`} className={`figures ${link}`}>
            +91 {number}
          </a>
        </p>
      ))}
    </Section>
  );
}

function Shipping({ order: { shippingAddress: to, arrival } }: { order: AdminOrder }) {
  return (
    <Section title="Shipping address">
      {to ? (
        <address className="not-italic wrap-anywhere">
          {to.name}
          <br />
          {to.address}
          {placeLines(to).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      ) : (
        <p className="text-ink-soft">Nothing is shipped.</p>
      )}
      {arrival && <p className="text-ink-soft">{arrivalText(arrival)}</p>}
    </Section>
  );
}

function Pickup({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  const { pickup, status } = order;
  if (!pickup) return null;
  const isOpen = packingStatuses.includes(status) && may('orders.fulfil');
  return (
    <Section title="Pickup">
      <p className="whitespace-pre-line wrap-anywhere">
        {[pickup.name, pickup.address, pickup.hours].filter(Boolean).join('\n')}
      </p>
      <p className="text-ink-soft">
        {pickup.readyAt
          ? `The buyer was told on ${orderDate(pickup.readyAt)} that it is ready.`
          : readyText(pickup.readyOn)}
      </p>
      {isOpen && (
        <div className="mt-2 flex flex-wrap gap-2">
          {!pickup.readyAt && (
            <Button variant="secondary" action={() => actions.markReadyForPickup(order)}>
              Ready for pickup
            </Button>
          )}
          <Button variant="secondary" onClick={() => actions.changeStatus(order, 'delivered')}>
            Picked up
          </Button>
        </div>
      )}
    </Section>
  );
}

function OrderTools({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  const button = (name: string, icon: LucideIcon, act: () => Promise<void> | void) => (
    <Button variant="secondary" icon={icon} action={async () => act()}>
      {name}
    </Button>
  );
  const { _id: id, invoice_number: invoice } = order;
  return (
    <div className="flex flex-wrap gap-2">
      {invoice &&
        button('Invoice', FileText, () =>
          actions.show(
            () => call('GET /razorpay/invoice/:id', { params: { id } }),
            invoice.replaceAll('/', '-'),
          ),
        )}
      {may('orders.fulfil') &&
        order.cart_items.some(({ giftCard }) => !giftCard) &&
        button('Packing slip', PackageOpen, () => actions.showSlip(order))}
      {may('orders.fulfil') &&
        order.shipments.some(({ trackingNumber }) => trackingNumber) &&
        order.shippingAddress &&
        button('Label', Tag, () =>
          actions.show(
            () => call('GET /order/admin/:id/label', { params: { id } }),
            `label-${order.order_number}`,
          ),
        )}
      {may('orders.fulfil') &&
        order.customer.email &&
        button('Mail a note', Mail, () => actions.changeStatus(order, order.status))}
      {may('refunds.request') &&
        (order.refundableAmount ?? 0) > 0 &&
        button('Refund', Undo2, () => actions.refund(order))}
      {may('orders.edit') &&
        (order.razorpay_order_id || order.hasPaymentLink) &&
        button('Check with provider', RefreshCw, () => actions.check(order))}
      {may('orders.create') && (
        <ButtonLink href={`/admin/orders/new?from=${id}`} variant="secondary" icon={Copy}>
          Duplicate
        </ButtonLink>
      )}
    </div>
  );
}
