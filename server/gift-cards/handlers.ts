import type { Handlers } from '../http/handlers.ts';

/** Gift cards in the back office. What they pay of an order is in checkout/handlers.ts. */
export const giftCardHandlers = {
  'GET /gift-cards': ({ backOffice, query }) => backOffice.giftCards.listGiftCards(query),
  'GET /gift-cards/totals': ({ backOffice }) => backOffice.giftCards.getGiftCardTotals(),
  'POST /gift-cards': ({ backOffice, body }) => backOffice.giftCards.createGiftCard(body),
  'GET /gift-cards/:id': ({ backOffice, params }) => backOffice.giftCards.getGiftCard(params.id),
  'PUT /gift-cards/:id': ({ backOffice, params, body }) =>
    backOffice.giftCards.updateGiftCard(params.id, body),
  'POST /gift-cards/:id/send': async ({ backOffice, params, body }) => {
    await backOffice.orderEditing.sendGiftCard(params.id, body?.email);
    return backOffice.giftCards.getCard(params.id);
  },
} satisfies Partial<Handlers>;
