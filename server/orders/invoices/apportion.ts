/**
 * Splits an amount by weights into whole paise whose sum is exact: the shares with the largest fractions get the remainder of rounding.
 * An amount that is not more than the sum of the weights gives no share more than its weight.
 */
export function apportion(amount: number, weights: number[]): number[] {
  const total = BigInt(weights.reduce((all, weight) => all + weight, 0));
  if (total === 0n) return weights.map(() => 0);
  const shares = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight);
    return { at, whole: Number(product / total), rest: product % total };
  });
  let left = amount - shares.reduce((all, { whole }) => all + whole, 0);
  for (const share of shares.toSorted((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : a.at - b.at))) {
    if (left-- <= 0) break;
    share.whole++;
  }
  return shares.map(({ whole }) => whole);
}
