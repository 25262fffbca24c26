/** A number with its noun: `1 picture`, `1,200 pictures`. */
export const counted = (n: number, noun: string): string =>
  `${n.toLocaleString('en-IN')} ${noun}${n === 1 ? '' : 's'}`;
