/** `1,234` */
export const formatCount = (n: number) => n.toLocaleString('en-IN');

/** `1 product`, `1,234 products`. */
export const counted = (n: number, noun: string) => `${formatCount(n)} ${noun}${n === 1 ? '' : 's'}`;
