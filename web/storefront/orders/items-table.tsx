import type { Order } from '../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { giftCardName } from '../../../shared/orders/gift-card-code.ts';
import { boughtGiftCardText } from '../../../shared/orders/gift-card-texts.ts';
import { sumRows } from '../../../shared/orders/order-sums.ts';
import { Picture } from '../../ui/picture.tsx';

type Column = 'Qty' | 'Price' | 'Total';

/** The items of an order with these columns, and a row with the order's amount labelled `total`. */
export function ItemsTable({
  order,
  columns,
  total,
  className = '',
}: {
  order: Order;
  columns: Column[];
  total: string;
  className?: string;
}) {
  const last = order.cart_items.length - 1;
  const { giftCard, codAdvance, cashOnDelivery: cod } = order;
  const atTheDoor = codAdvance?.due ?? (cod?.advance ? cod.due : 0);
  const payments = [
    ...(giftCard ? [[`${giftCardName(giftCard.ending)} pays`, shortRupees(giftCard.amount)]] : []),
    ...(codAdvance ? [['To pay now', shortRupees(codAdvance.amount)]] : []),
    ...(cod?.advance ? [['Paid in advance', shortRupees(cod.advance)]] : []),
    ...(atTheDoor > 0 ? [['To pay at the door', shortRupees(atTheDoor)]] : []),
  ];
  return (
    <table className={`w-full text-sm ${className}`}>
      <caption className="sr-only">Items of order {order.order_number}</caption>
      <thead>
        <tr className="border-b border-line-strong text-left text-ink-soft">
          <th scope="col" className="py-2 font-medium">
            Product
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className="py-2 pl-4 text-right font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.cart_items.map((item, index) => (
          <tr
            key={item._id}
            className={index === last ? 'border-b border-line-strong' : 'border-b border-line'}
          >
            <td className="py-2.5 align-top sm:flex sm:gap-4">
              <div className="w-14 shrink-0 max-sm:mb-1.5">
                <Picture path={item.product_id.image} alt="" sizes="56px" className="rounded-sm" />
              </div>
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <a
                  href={`/products/${item.product_id.slug}`}
                  className="underline-offset-4 hover:text-press hover:underline"
                >
                  {item.product_id.name}
                </a>
                {item.variant && <span className="block text-ink-soft">{item.variant}</span>}
                {item.giftCard && <span className="block">{boughtGiftCardText(item.giftCard)}</span>}
              </div>
            </td>
            {columns.map((name) => (
              <td key={name} className="figures py-2.5 pl-4 text-right align-top whitespace-nowrap">
                {cellOf(item, name)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sumRows(order).map(([name, sum]) => (
          <tr key={name}>
            <th
              scope="row"
              colSpan={columns.length}
              className="pt-2 text-left font-normal text-ink-soft wrap-anywhere"
            >
              {name}
            </th>
            <td className="figures pt-2 text-right whitespace-nowrap">{shortRupees(sum)}</td>
          </tr>
        ))}
        <tr className="text-lg">
          <th scope="row" colSpan={columns.length} className="pt-3 text-left font-medium">
            {total}
          </th>
          <td className="figures pt-3 text-right font-semibold whitespace-nowrap">
            {shortRupees(order.amount)}
          </td>
        </tr>
        {payments.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row" colSpan={columns.length} className="pt-2 text-left font-normal text-ink-soft">
              {name}
            </th>
            <td className="figures pt-2 text-right whitespace-nowrap">{amount}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function cellOf(item: Order['cart_items'][number], figure: Column) {
  if (figure === 'Qty') return item.quantity;
  return shortRupees(figure === 'Price' ? item.price : item.subtotal);
}
