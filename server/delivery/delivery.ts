import type { DeliverySettings, PinCheck } from '../../shared/contract/orders/delivery.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { badField } from '../errors.ts';
import { askAboutPin } from './ask-about-pin.ts';
import { deliveryDays } from './delivery-days.ts';
import { findDelivery } from './find-delivery.ts';

export { askAboutPin } from './ask-about-pin.ts';
export { deliveryAdmin } from './delivery-admin.ts';
export { type DeliveryOffer, findDelivery } from './find-delivery.ts';

/**
 * The open place with this name where orders are picked up, and the day in India from which on one that is placed now is
 * ready. 400 at `pickupPoint` if the shop has no pickup point.
 */
export function findPickup(settings: DeliverySettings, name: string, now: Date) {
  const point = settings.pickup.find((item) => item.isOpen && item.name === name);
  if (!point) throw badField('pickupPoint', 'Orders can’t be picked up there any more. Please choose again.');
  const { address, hours, days } = point;
  const dispatch = { min: days, max: days };
  const { by } = deliveryDays(settings, { dispatch, transit: { min: 0, max: 0 } }, now);
  return { name, address, hours, readyOn: by };
}

/** What everyone may ask about delivery. */
export const delivery = (deps: Deps) => ({
  async checkPin(postalCode: string): Promise<PinCheck> {
    const { db, clock } = deps;
    const settings = await readSiteInfo(db);
    await askAboutPin(deps, settings, postalCode);
    const { zone: _, ...check } = await findDelivery(db, settings, { postalCode }, clock.now());
    return check;
  },
});
