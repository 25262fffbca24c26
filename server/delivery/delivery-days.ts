import type { DeliverySettings, DeliveryTerms } from '../../shared/contract/orders/delivery.ts';
import { minuteInIndia } from '../../shared/orders/order-date.ts';

const dayMs = 86_400_000;

export type DeliveryDays = { from: string; by: string };

/**
 * The days in India, such as `2026-11-25`, between which an order that is placed now arrives. Days of dispatch and of
 * transit are working days of the shop. An order on another day, or from the cut-off time on, counts from the next one.
 */
export function deliveryDays(
  { cutOff, workingDays, holidays }: Pick<DeliverySettings, 'cutOff' | 'workingDays' | 'holidays'>,
  { dispatch, transit }: NonNullable<DeliveryTerms['days']>,
  now: Date,
): DeliveryDays {
  const isWorking = (day: string) =>
    workingDays.includes(new Date(day).getUTCDay()) && !holidays.some(({ date }) => date === day);
  const next = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  const nextWorking = (day: string): string => (isWorking(next(day)) ? next(day) : nextWorking(next(day)));
  const after = (day: string, days: number): string => (days === 0 ? day : after(nextWorking(day), days - 1));
  const [today = '', time = ''] = minuteInIndia(now).split(' ');
  const start = isWorking(today) && time < cutOff ? today : nextWorking(today);
  return { from: after(start, dispatch.min + transit.min), by: after(start, dispatch.max + transit.max) };
}
