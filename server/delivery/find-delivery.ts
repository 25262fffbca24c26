import { readIndianState } from '../../shared/contact/indian-states.ts';
import { stateOfPin } from '../../shared/contact/pin-state.ts';
import type { PinCheck } from '../../shared/contract/orders/delivery.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import { findPinService } from '../couriers/couriers.ts';
import type { Database, Trx } from '../db/database.ts';
import { deliveryDays } from './delivery-days.ts';
import * as queries from './queries.ts';
import { zoneOf } from './zones.ts';

/** Where something is sent. The state decides only for a PIN code whose state is not known. */
export type Destination = { postalCode: string; state?: string };
/** The settings that decide how the shop delivers and is paid at the door. */
type ShopTerms = Pick<Settings, 'delivery' | 'codEnabled'>;
export type DeliveryOffer = PinCheck & { zone: string };

/**
 * How the shop delivers to an address now (contract §10). What couriers have answered lately counts before the imported
 * list (decision 114).
 */
export async function findDelivery(
  db: Database | Trx,
  { delivery: settings, codEnabled }: ShopTerms,
  { postalCode, state: typed = '' }: Destination,
  now: Date,
): Promise<DeliveryOffer> {
  const known = await queries.findPin(db, postalCode);
  const state = known?.state || stateOfPin(postalCode) || '';
  const zone = zoneOf(settings, postalCode, state || (readIndianState(typed)?.name ?? ''));
  const live = await findPinService(db, settings.couriers, postalCode, now);
  const served = zone.delivers && (live.isServed ?? known?.isServed ?? !settings.listedPinsOnly);
  const days = served && zone.days ? deliveryDays(settings, zone.days, now) : { from: null, by: null };
  const { ratesBy, freeFrom } = zone;
  const rates = served ? zone.rates : [];
  const hasCod = served && codEnabled && (live.hasCod ?? known?.hasCod) !== false;
  const place = { postalCode, city: known?.city ?? '', state, served };
  return { ...place, rates, ratesBy, freeFrom, hasCod, ...days, zone: zone.name };
}
