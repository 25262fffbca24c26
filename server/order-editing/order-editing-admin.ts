import type { ManualOrderRequest, QuoteRequest } from '../../shared/contract/orders/manual-orders.ts';
import type {
  ContactChange,
  LinesChange,
  LinesQuoteRequest,
} from '../../shared/contract/orders/order-edits.ts';
import type { AdminOrder, StatusChange } from '../../shared/contract/orders/orders.ts';
import { namedAdmin } from '../accounts/accounts.ts';
import type { Admin, Deps } from '../deps.ts';
import { orderAdmin } from '../orders/orders.ts';
import { settleNow } from '../payments/payments.ts';
import { can } from '../permissions.ts';
import { sendGiftCardAgain } from './bought-gift-cards.ts';
import { changeContact } from './change-contact.ts';
import { changeLines, quoteLines } from './change-lines.ts';
import { createManualOrder, quoteOrder } from './manual-orders.ts';
import { setOrderStatus } from './set-status.ts';
import { getTestOrders, removeTestOrders } from './test-orders.ts';

/** What an admin changes of orders, and the orders that an admin creates (contract §3). */
export function orderEditingAdmin(deps: Deps, admin: Admin) {
  const { getAnyOrder, getChangedOrder } = orderAdmin(deps, admin);
  return {
    /**
     * Sets any status, with its effects on money and goods. See setOrderStatus for its errors; 502 for `paid` while the
     * provider can't be asked whether the order is paid already.
     */
    async setStatus(id: string, change: StatusChange): Promise<AdminOrder> {
      // A payment that the provider has must not be recorded a second time as an offline payment.
      if (change.status === 'paid' && can(admin, 'orders.edit')) {
        await getAnyOrder(id);
        await settleNow(deps, id);
      }
      await setOrderStatus(deps, await namedAdmin(deps, admin), id, change);
      return getChangedOrder(id);
    },

    /** What an order would cost. See quoteOrder for its errors. */
    quote: (request: QuoteRequest) => quoteOrder(deps, request),

    /** Creates an order for a customer. See createManualOrder for its errors. */
    async createOrder(request: ManualOrderRequest, key: string): Promise<AdminOrder> {
      return getChangedOrder(await createManualOrder(deps, await namedAdmin(deps, admin), request, key));
    },

    /** Changes contact details and address of an order. See changeContact for its errors. */
    async changeContact(id: string, change: ContactChange): Promise<AdminOrder> {
      await changeContact(deps, await namedAdmin(deps, admin), id, change);
      return getChangedOrder(id);
    },

    /** What an order with other products would cost. See quoteLines for its errors. */
    quoteLines: (id: string, request: LinesQuoteRequest) => quoteLines(deps, id, request),

    /** Changes the products of an order. See changeLines for its errors. */
    async changeLines(id: string, change: LinesChange, key: string): Promise<AdminOrder> {
      await changeLines(deps, await namedAdmin(deps, admin), id, change, key);
      return getChangedOrder(id);
    },

    /** Mails a gift card again, to another address if one is given. See sendGiftCardAgain for its errors. */
    sendGiftCard: async (id: string, email?: string) =>
      sendGiftCardAgain(deps, await namedAdmin(deps, admin), id, email),

    getTestOrders: () => getTestOrders(deps),

    /** Removes all test orders. See removeTestOrders for its errors. */
    removeTestOrders: async (shown: number) => removeTestOrders(deps, await namedAdmin(deps, admin), shown),
  };
}
