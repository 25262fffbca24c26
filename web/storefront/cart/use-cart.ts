import { useEffect, useMemo } from 'react';
import { type CartLine, totalItems, totalPrice } from '../../../shared/orders/cart.ts';
import { ownPriceOf, useOwnPrices } from '../products/own-prices/use-own-prices.ts';
import { cart, followStorage } from './cart.ts';

/**
 * The cart and its totals in rupees, at the prices of the signed-in customer. Every change is saved, with the prices of
 * the catalogue, and other tabs follow it.
 */
export function useCart() {
  const state = cart.use();
  const own = useOwnPrices();
  useEffect(followStorage, []);
  const lines = useMemo(
    () =>
      state.lines.map((line): CartLine => {
        const mine = ownPriceOf(own.get(line._id), line.variantId);
        return mine ? { ...line, price: mine.price, cataloguePrice: mine.cataloguePrice } : line;
      }),
    [state.lines, own],
  );
  return { ...state, lines, totalItems: totalItems(lines), totalPrice: totalPrice(lines) };
}

export const atCataloguePrice = ({ cataloguePrice, ...line }: CartLine): CartLine => ({
  ...line,
  price: cataloguePrice ?? line.price,
});
