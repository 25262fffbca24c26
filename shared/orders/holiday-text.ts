import type { Holiday } from '../contract/opening.ts';
import { dayInIndia } from './order-date.ts';

/** What shoppers read while the shop takes no orders. */
export const holidayText = ({ until }: Holiday): string =>
  `This shop takes no orders at present. You can order again from ${dayInIndia(`${until}T00:00:00+05:30`)}.`;
