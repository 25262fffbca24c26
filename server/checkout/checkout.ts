import type {
  CartQuote,
  CartQuoteRequest,
  CheckoutPlace,
  CodOrderReply,
  CreateOrderReply,
  CreateOrderRequest,
  OrderHeaders,
} from '../../shared/contract/orders/checkout.ts';
import type { Actor, Deps } from '../deps.ts';
import { waitingRoomOf } from './order-turn.ts';
import { placeCodOrder, placeOrder } from './place-order.ts';
import { quoteCart } from './quote.ts';

export { businessOf } from './buyer.ts';
export { endExpiredOrders, settleDueOrders } from './due-orders.ts';
export { placeDraft, placeOnce } from './placing/placing.ts';
export { checkPrices, notesOn, reductionByContact, reductionOf, termsOf } from './placing/sale-terms.ts';
export { deleteUnusedPlaces } from './queue-queries.ts';
export { tryDiscount } from './try-discount.ts';

/** From a cart to an order that is to be paid (contract §3). */
export function checkout(deps: Deps, actor: Actor) {
  return {
    /** What a cart costs now. See quoteCart for its errors. */
    quote: (request: CartQuoteRequest): Promise<CartQuote> => quoteCart(deps, actor, request),

    /** Places the order and opens its payment. See placeOrder for its errors. */
    createOrder: (request: CreateOrderRequest, headers: OrderHeaders): Promise<CreateOrderReply> =>
      placeOrder(deps, actor, request, headers),

    /** Places an order that is paid on delivery. See placeCodOrder for its errors. */
    createCodOrder: (request: CreateOrderRequest, headers: OrderHeaders): Promise<CodOrderReply> =>
      placeCodOrder(deps, actor, request, headers),

    /** How long a place of the waiting room waits for its turn. */
    lookAtPlace: (place: number): Promise<CheckoutPlace> => waitingRoomOf(deps).look(place),
  };
}
