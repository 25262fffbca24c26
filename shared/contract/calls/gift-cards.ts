import {
  createdGiftCard,
  giftCard,
  giftCardChange,
  giftCardDetails,
  giftCardInput,
  giftCardQuery,
  giftCardSending,
  giftCardTotals,
} from '../catalogue/gift-cards.ts';
import { page, tagged } from './call.ts';

const { admin } = tagged('Gift cards');

export const giftCardCalls = {
  'GET /gift-cards': admin('giftCards.edit', 'listGiftCards', 'List the gift cards, newest first', {
    query: giftCardQuery,
    reply: page(giftCard),
  }),
  'GET /gift-cards/totals': admin(
    'giftCards.edit',
    'getGiftCardTotals',
    'Get what is left on all gift cards',
    { reply: giftCardTotals },
  ),
  'POST /gift-cards': admin('giftCards.edit', 'createGiftCard', 'Create a gift card', {
    body: giftCardInput,
    reply: createdGiftCard,
    status: 201,
    stepUp: true,
  }),
  'GET /gift-cards/:id': admin('giftCards.edit', 'getGiftCard', 'Get a gift card with its entries', {
    reply: giftCardDetails,
  }),
  'PUT /gift-cards/:id': admin(
    'giftCards.edit',
    'updateGiftCard',
    'Disable a gift card, or change its last day',
    { body: giftCardChange, reply: giftCard, errors: ['step_up_required'] },
  ),
  'POST /gift-cards/:id/send': admin(
    'giftCards.edit',
    'sendGiftCard',
    'Mail a gift card again, with another code',
    { body: giftCardSending, reply: giftCard, stepUp: true },
  ),
};
