import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { RefundApproval } from '../../../../shared/contract/orders/refunds.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { invalidate, read, useAction, useMay } from '../../parts/data.ts';

/** The refunds that wait for a second admin, of one order or of all, with the buttons to decide. Empty without any. */
export function RefundApprovals({ order }: { order?: string }) {
  const { data } = useQuery(
    read('GET /refund-approvals', { query: { limit: 100, ...(order && { order }) } }),
  );
  if (!data || data.total === 0) return null;
  return (
    <section
      aria-label="Refunds that wait for approval"
      className="mb-5 rounded-md bg-turmeric-tint px-4 text-turmeric-ink"
    >
      <ul className="divide-y divide-line">
        {data.items.map((approval) => (
          <Approval key={approval._id} approval={approval} linked={!order} />
        ))}
      </ul>
    </section>
  );
}

function Approval({ approval, linked }: { approval: RefundApproval; linked: boolean }) {
  const { _id: id, amount, reason, requestedBy, requestedAt, isOwn } = approval;
  const may = useMay();
  const done = () => invalidate('GET /refund-approvals', 'GET /order/admin/:id', 'GET /order/admin');
  const approve = useAction(async () => {
    try {
      await call('POST /refund-approvals/:id/approve', { params: { id } });
      toast('The refund is on its way', 'success');
    } finally {
      await done();
    }
  }, 'The refund could not be approved. Please try again.');
  const reject = useAction(async () => {
    try {
      await call('POST /refund-approvals/:id/reject', { params: { id } });
      toast(isOwn ? 'The refund was withdrawn' : 'The refund was rejected', 'success');
    } finally {
      await done();
    }
  }, 'The refund could not be rejected. Please try again.');
  const confirmApproval = () =>
    confirm({
      title: 'Approve this refund?',
      action: 'Approve',
      text: `${shortRupees(amount)} is refunded to the shopper of order ${approval.order_number}. This can’t be undone.`,
      onConfirm: () => approve.run(),
    });
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <div className="min-w-52 flex-1 wrap-anywhere">
        <p className="font-medium">
          Refund of <span className="figures">{shortRupees(amount)}</span>
          {linked && (
            <>
              {' of order '}
              <Link to={`/admin/orders/${approval.order_id}`} className="underline underline-offset-4">
                {approval.order_number}
              </Link>
            </>
          )}
          : {reason}
        </p>
        <p className="text-xs">
          Requested by {requestedBy}, {orderDate(requestedAt)}.{' '}
          {isOwn ? 'Another admin has to approve it.' : 'It waits for approval.'}
        </p>
      </div>
      {may('refunds.approve') && (
        <div className="flex flex-wrap gap-2">
          {!isOwn && (
            <Button busy={approve.busy} onClick={confirmApproval}>
              Approve
            </Button>
          )}
          <Button variant="secondary" busy={reject.busy} onClick={() => reject.run()}>
            {isOwn ? 'Withdraw' : 'Reject'}
          </Button>
        </div>
      )}
    </li>
  );
}
