import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ExternalLink, Hourglass } from 'lucide-react';
import { Link } from 'react-router';
import type { SetupGuide } from '../../../shared/contract/setup.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { read } from '../parts/data.ts';
import { NewTab } from '../parts/page/page-head.tsx';
import { Card } from './card.tsx';
import { OpenShop } from './open-shop.tsx';

const pollMs = 3000;

/** The first order, placed through the shop's own checkout and recognised here, then the opening. */
export function TestOrderStep({ guide: first }: { guide: SetupGuide }) {
  const { data: guide = first } = useQuery({
    ...read('GET /setup'),
    refetchInterval: ({ state }) => (state.data?.order?.isPaid ? false : pollMs),
  });
  const product = useQuery(read('GET /products', { query: { limit: '1', inStock: 'true' } })).data
    ?.products[0];
  const shop = useQuery(read('GET /site-info')).data;
  return (
    <div className="grid gap-8">
      <Card
        title="Buy in your own shop"
        text={
          shop?.testMode === false
            ? 'Payments are live: the order takes real money, which you can refund on its page.'
            : 'Payments are in test mode, so no money is taken. The order is marked as a test, and does not count in your figures later.'
        }
      >
        <ol className="grid list-decimal gap-1.5 pl-5">
          <li>Open a product in the store and put it in the cart.</li>
          <li>Go to checkout and enter an address as a buyer would.</li>
          <li>Pay. In test mode the payment window offers a payment that succeeds.</li>
          <li>Come back here: the order appears by itself.</li>
        </ol>
        <div>
          <NewTab
            href={product ? `/products/${product.slug}` : '/'}
            className="button button-primary button-md"
          >
            Open the store
            <ExternalLink className="size-4" />
          </NewTab>
        </div>
        <Found guide={guide} />
      </Card>
      <OpenShop guide={guide} />
    </div>
  );
}

function Found({ guide: { order } }: { guide: SetupGuide }) {
  if (!order)
    return (
      <p role="status" className="flex items-center gap-2 text-ink-soft">
        <Hourglass className="size-5 shrink-0" />
        Waiting for the first order…
      </p>
    );
  const { _id, number, isPaid, isTest, amount, at } = order;
  return (
    <p
      role="status"
      className={`flex items-center gap-2 rounded-md px-4 py-3 ${isPaid ? 'bg-leaf-tint text-leaf' : 'bg-turmeric-tint text-turmeric-ink'}`}
    >
      {isPaid ? <CircleCheck className="size-5 shrink-0" /> : <Hourglass className="size-5 shrink-0" />}
      <span className="min-w-0">
        {isTest ? 'Test order' : 'Order'}{' '}
        <Link to={`/admin/orders/${_id}`} className="font-semibold underline underline-offset-4">
          {number}
        </Link>{' '}
        of {shortRupees(amount)}, {orderDate(at)}: {isPaid ? 'paid.' : 'not paid yet.'}
      </span>
    </p>
  );
}
