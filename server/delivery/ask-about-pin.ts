import type { Settings } from '../../shared/contract/site-info.ts';
import { askCouriers } from '../couriers/couriers.ts';
import type { Deps } from '../deps.ts';
import * as queries from './queries.ts';

/**
 * Asks the couriers of the settings about a PIN code, unless they have answered within the day, so that findDelivery
 * knows their answers (decision 114). Only about PIN codes of the imported directory: strangers name the PIN codes, and
 * the couriers are asked at most once about each. Not in a transaction.
 */
export async function askAboutPin(
  deps: Deps,
  { delivery: { couriers } }: Pick<Settings, 'delivery'>,
  postalCode: string,
): Promise<void> {
  if (couriers.length === 0) return;
  const known = await queries.findPin(deps.db, postalCode);
  if (known?.city || known?.state) await askCouriers(deps, couriers, postalCode);
}
