import { useState } from 'react';
import type { CartQuote, PaymentMethod } from '../../../shared/contract/orders/checkout.ts';
import { rupees } from '../../../shared/money.ts';
import { type CartLine, totalPrice } from '../../../shared/orders/cart.ts';
import { giftCardCodeOf } from '../../../shared/orders/gift-card-code.ts';
import { takenOff } from '../../../shared/orders/order-sums.ts';
import { plainText } from '../../../shared/text/plain-text.ts';
import { ApiError } from '../../api.ts';
import { useRead } from '../layout/use-read.ts';
import { askQuote, type Place } from './ask-quote.ts';
import { readCode, saveCode } from './discount-code.ts';

/** Changes of the cart that follow each other are priced together. */
const pauseMs = 150;

export type Quote = ReturnType<typeof useQuote>;

/** A quote, and what it was asked for. */
type PricedCart = CartQuote & { code: string; cardCode: string; method: PaymentMethod };

/**
 * What the server asks for a cart, with its discounts and that of the code that the shopper has entered, which is kept
 * in the browser until they have paid, and the fee of the way in which they want to pay. Without a reply, or without
 * discounts, delivery charge and fee, the total is that of the saved prices. The second parameter is where the cart
 * would be sent or picked up, if that is known. `isFree`: delivery is free everywhere.
 */
export function useQuote(
  lines: CartLine[],
  { postalCode = '', state = '', pickupPoint = '' }: Place,
  method: PaymentMethod = 'online',
  isFree = false,
) {
  const [entered, setEntered] = useState(readCode);
  const [reason, setReason] = useState('');
  // Not kept in the browser: it is as good as cash.
  const [cardCode, setCardCode] = useState('');
  const [cardReason, setCardReason] = useState('');
  const code = reason ? '' : entered;
  const wishes = { postalCode, state, pickupPoint, code, cardCode, method };
  const { data: quote = null } = useRead<PricedCart | null>(
    JSON.stringify([lines, wishes]),
    async (signal, previous = null) => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        const reply = await askQuote(lines, wishes, signal);
        return reply ? { ...reply, code, cardCode, method } : previous;
      } catch (error) {
        if (error instanceof ApiError && error.errors.discount_code) setReason(error.message);
        if (error instanceof ApiError && error.errors.gift_card_code) changeCard('', error.message);
        return null;
      }
    },
  );

  /** Uses the gift card with this code, or none, because it was refused for a reason. */
  function changeCard(next: string, refusal = '') {
    setCardReason(refusal);
    setCardCode(next);
  }

  return {
    /** The code that an order would have; empty for none. */
    code,
    /** The code that the shopper has entered, and why it can't be used. */
    entered,
    reason: reason || cardReason,
    ...quotedSums(quote, { lines, code, cardCode, pickupPoint, method, isFree }),
    enterCard: changeCard,
    /** Uses another code of a discount, or none; a code of a gift card is recognised. */
    enter(text: string) {
      const asCard = giftCardCodeOf(text);
      if (asCard) return changeCard(asCard);
      setCardReason('');
      const next = plainText(text).toUpperCase();
      saveCode(next);
      setReason('');
      setEntered(next);
    },
    /** The order was refused because of its code. */
    refuse(text: string) {
      saveCode('');
      setReason(text);
    },
  };
}

/** What the page shows of the latest reply, `asked` being what the shopper wants now. */
function quotedSums(
  quote: PricedCart | null,
  asked: {
    lines: CartLine[];
    code: string;
    cardCode: string;
    pickupPoint: string;
    method: PaymentMethod;
    isFree: boolean;
  },
) {
  const { lines, code, cardCode, pickupPoint, method, isFree } = asked;
  const cod = quote?.cash_on_delivery ?? null;
  const isCod = quote?.method === 'cash_on_delivery' && cod?.reason === '';
  const card = quote?.cardCode === cardCode ? quote.gift_card : null;
  const discounts = quote?.discounts ?? [];
  const priced = discounts.length || quote?.shipping || card || isCod ? quote : undefined;
  return {
    /** The code that the server has accepted; another discount may save more. */
    confirmed: quote?.code === code ? code : '',
    /** Why that code is not used; empty if it is. */
    codeNote: quote?.code === code ? quote.codeNote : '',
    /** Names and amounts of the discounts of products, and of the fee of cash on delivery. */
    rows: [
      ...takenOff(discounts, 'products').map(inText),
      ...(isCod && cod.fee > 0 ? [inText(['Cash on delivery fee', cod.fee])] : []),
    ],
    /** Names and amounts of the discounts of the delivery charge. */
    shippingRows: takenOff(discounts, 'shipping').map(inText),
    /** What the total is rounded by, to whole rupees. */
    rounding: isCod ? quote.rounding : 0,
    /** Whether the order can be paid on delivery; null if the shop does not offer it. */
    cod,
    /** Whether the total is the one for cash on delivery, and what is paid of it in advance. */
    isCod,
    advance: isCod ? cod.advance : 0,
    /** The total is still that of the other way to pay or to get the order, or of another gift card. */
    isStale: quote
      ? quote.method !== method ||
        quote.cardCode !== cardCode ||
        (quote.readyOn !== null) !== (pickupPoint !== '')
      : cardCode !== '',
    subtotal: priced?.subtotal ?? totalPrice(lines),
    total: priced?.amount ?? totalPrice(lines),
    /** The gift card that the server has accepted, with what is left to pay; null for none. */
    giftCard: quote && card && { ...card, code: cardCode, due: quote.due },
    /** The delivery charge in rupees before discounts; null if it is not known. */
    shipping: quote
      ? takenOff(discounts, 'shipping').reduce<number | null>(
          (charge, [, off]) => (charge ?? 0) - off,
          quote.shipping,
        )
      : isFree
        ? 0
        : null,
    /** What the products must cost more for free delivery, in rupees; null if that is not so or not known. */
    missingForFree: quote?.missingForFreeDelivery ?? null,
    /** How the shop delivers to the PIN code; null if none is known. */
    delivery: quote?.delivery ?? null,
    /** The day from which on it can be picked up; null if it is delivered. */
    readyOn: quote?.readyOn ?? null,
  };
}

const inText = ([name, amount]: [string, number]): [string, string] => [name, rupees(amount)];
