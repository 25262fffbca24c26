import { expect, it } from 'vitest';
import { netQuantityText, readNetQuantity, unitPrices } from './net-quantity.ts';

const prices = (rupees: number, text: string) => {
  const quantity = readNetQuantity(text);
  if (!quantity) throw new Error(`${text} is no net quantity`);
  return unitPrices(rupees, quantity).map(
    (unitPrice) => `${unitPrice.rupees}/${unitPrice.amount} ${unitPrice.unit}`,
  );
};

it('is read in the usual notations, and written in one', () => {
  const texts = ['250 g', '250gm', '1 KG', '1.5 ltr', '6 nos', '1 pcs', '2 pairs', '2.5 mtr.', '90 cm'];
  expect(texts.map(readNetQuantity).map((quantity) => quantity && netQuantityText(quantity))).toEqual([
    '250 g',
    '250 g',
    '1 kg',
    '1.5 l',
    '6 pieces',
    '1 piece',
    '2 pairs',
    '2.5 m',
    '90 cm',
  ]);
  for (const text of ['', 'g', '0 g', '-1 g', '1.5 pieces', '250', '250 stone', '1e9 g', '1 constructor'])
    expect(readNetQuantity(text), text).toBeUndefined();
});

it('has a unit sale price by the rules of Legal Metrology (india §5.2)', () => {
  expect(prices(450, '250 g')).toEqual(['180/100 g', '1.8/1 g']);
  expect(prices(99, '0.25 l')).toEqual(['39.6/100 ml', '0.4/1 ml']);
  expect(prices(900, '2 kg')).toEqual(['450/1 kg']);
  expect(prices(900, '1500 g')).toEqual(['600/1 kg']);
  expect(prices(1200, '2.5 m')).toEqual(['480/1 m']);
  expect(prices(180, '90 cm')).toEqual(['2/1 cm']);
  expect(prices(500, '6 pieces')).toEqual(['83.33/1 piece']);
  for (const same of ['1 kg', '1000 g', '1 l', '1 piece', '1 pair', '1 m', '100 cm'])
    expect(prices(10, same)).toEqual([]);
});
