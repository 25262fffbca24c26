import { Link } from 'react-router';
import {
  movementsPage,
  type StockMovement,
  type VariantStock,
} from '../../../../shared/contract/catalogue/stock.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { orderNumber } from '../../../../shared/orders/order-number.ts';
import { Button } from '../../../ui/button.tsx';
import { capitalized, counted } from '../../parts/text.ts';

type Props = { stock: VariantStock; page: number; onTurn: (page: number) => void };

/** The movements of a variant: when, by how many, why and by whom. */
export function History({ stock, page, onTurn }: Props) {
  const { movements, total } = stock;
  const last = Math.max(1, Math.ceil(total / movementsPage));
  return (
    <>
      <h2 className="mb-2 text-lg">History</h2>
      {movements.length === 0 && (
        <p className="text-ink-soft">The stock of this variant has never changed.</p>
      )}
      <ul className="divide-y divide-line">
        {movements.map((movement) => (
          <Movement key={movement._id} movement={movement} />
        ))}
      </ul>
      {total > 0 && (
        <div className="mt-3 flex items-center justify-between gap-3">
          <p className="text-ink-soft">{counted(total, 'change')}</p>
          {last > 1 && (
            <div className="flex gap-2">
              <Button variant="secondary" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
                Newer
              </Button>
              <Button variant="secondary" disabled={page >= last} onClick={() => onTurn(page + 1)}>
                Older
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

function Movement({ movement }: { movement: StockMovement }) {
  const { createdAt, delta, before, after, reason, note, by, order } = movement;
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 py-2">
      <span className={`figures font-semibold ${delta > 0 ? 'text-leaf' : 'text-madder'}`}>
        {delta > 0 ? `+${delta}` : `−${-delta}`}
      </span>
      <span className="min-w-0 wrap-break-word">
        <span className="font-medium">{capitalized(reason)}</span>
        {order && (
          <>
            {' '}
            <Link to={`/admin/orders/${order}`} className="text-press underline underline-offset-4">
              #{orderNumber(order)}
            </Link>
          </>
        )}
        {note && <span className="text-ink-soft"> · {note}</span>}
        <span className="block text-xs text-ink-soft">
          {orderDate(createdAt)} · {by}
        </span>
      </span>
      <span className="figures text-ink-soft">
        {before} → <span className="text-ink">{after}</span>
      </span>
    </li>
  );
}
