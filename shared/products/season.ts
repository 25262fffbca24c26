import { minuteInIndia } from '../orders/order-date.ts';

/** A part of each year: days such as `11-15`, both included. A season that ends before it begins spans the new year. */
export type YearlyDays = { from: string; to: string };

/** Whether a moment is in a season, by the day in India. */
export function isInSeason({ from, to }: YearlyDays, date: Date): boolean {
  const day = minuteInIndia(date).slice(5, 10);
  return from <= to ? from <= day && day <= to : day >= from || day <= to;
}
