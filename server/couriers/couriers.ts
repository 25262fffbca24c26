import type { Config } from '../config.ts';
import type { Couriers } from './courier-api.ts';
import { createDelhivery } from './delhivery.ts';
import { createShiprocket } from './shiprocket.ts';

export { asAdminError, courierAdmin, openAccount, readParcelSize, renewCourierSecrets } from './accounts.ts';
export type { Account, BookedParcel } from './courier-api.ts';
export { CourierError, explain, plainText } from './courier-error.ts';
export { storeCourierEvent, trackingNumberIn } from './events.ts';
export { closeEvent, findEvent, listOpenEvents } from './queries.ts';

/** The couriers with an API. One of each process, because it knows which courier does not answer. */
export const createCouriers = ({ courierUrls }: Pick<Config, 'courierUrls'>): Couriers => ({
  shiprocket: createShiprocket(courierUrls.shiprocket),
  delhivery: createDelhivery(courierUrls.delhivery),
});
