import type { Opening } from '../../shared/contract/opening.ts';
import { holidayNow, holidayText } from '../content/content.ts';
import { conflict } from '../errors.ts';

/** 409 `checkout_closed` while the shop takes no orders. */
export function refuseOnHoliday({ opening }: { opening: Opening }, now: Date): void {
  const holiday = holidayNow(opening, now);
  if (holiday) throw conflict('checkout_closed', holidayText(holiday), { extra: { until: holiday.until } });
}
