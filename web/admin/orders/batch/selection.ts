import { useRef, useState } from 'react';
import type { z } from 'zod';
import type {
  orderBatchAction,
  orderBatchRequest,
} from '../../../../shared/contract/orders/order-batches.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { useChange } from '../../../ui/use-change.ts';
import { useSelection } from '../../parts/list/selection.ts';

export type Selected = {
  count: number;
  /** The selection for a request: by id, or all that match. */
  orders: Pick<z.input<typeof orderBatchRequest>, 'ids' | 'matching' | 'except'>;
  shown: AdminOrder[];
};

type BatchAction = z.input<typeof orderBatchAction>;

/** What a dialog about the selected orders is given; `send` starts the job. */
export type BatchDialogProps<Action extends BatchAction['action']> = {
  selected: Selected;
  send: (body: Selected['orders'] & Extract<BatchAction, { action: Action }>) => Promise<void>;
  onClose: () => void;
};

export type OrderSelection = ReturnType<typeof useOrderSelection>;

/** The selected orders of a list across its pages, and its current row, which the keyboard moves. */
export function useOrderSelection(list: { rows: AdminOrder[]; total: number; matching: URLSearchParams }) {
  const { rows, total, matching } = list;
  const selection = useSelection(total);
  const { has, setMany, clear, selectAll } = selection;
  const { all, ids } = selection.selection;
  const [currentId, setCurrent] = useState<string>();
  const last = useRef<string>(null);
  const currentIndex = rows.findIndex(({ _id }) => _id === currentId);
  const current = rows[currentIndex];

  // Another filter matches other orders.
  useChange(String(matching), clear);

  const marked: Selected = {
    count: selection.count,
    orders: all ? { matching: String(matching), except: [...ids] } : { ids: [...ids] },
    shown: rows.filter(({ _id }) => has(_id)),
  };
  const isWholePage = rows.length > 0 && rows.every(({ _id }) => has(_id));
  return {
    all,
    has,
    clear,
    selectAll,
    marked,
    /** The selection; without one, the current row. */
    chosen:
      marked.count > 0 || !current ? marked : { count: 1, orders: { ids: [current._id] }, shown: [current] },
    current,
    isWholePage,
    togglePage: () =>
      setMany(
        rows.map(({ _id }) => _id),
        !isWholePage,
      ),
    /** Selects a row or not; with the shift key, all rows since the last one too. */
    toggle(id: string, withShift: boolean) {
      const order = rows.map(({ _id }) => _id);
      const [from, to] = [order.indexOf(last.current ?? id), order.indexOf(id)].toSorted((a, b) => a - b);
      const range = withShift && from !== undefined && from >= 0 ? order.slice(from, (to ?? 0) + 1) : [id];
      setMany(range, !has(id));
      last.current = id;
      setCurrent(id);
    },
    step(by: 1 | -1) {
      const next = rows[Math.min(rows.length - 1, Math.max(0, currentIndex + by))];
      if (!next) return;
      setCurrent(next._id);
      document.querySelector(`a[href$="/admin/orders/${next._id}"]`)?.scrollIntoView({ block: 'nearest' });
    },
  };
}
