import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Couriers } from './courier-api.ts';
import { createDelhivery } from './delhivery.ts';
import { createShiprocket } from './shiprocket.ts';
import { createTestCourier } from './test-courier.ts';

export { asAdminError, courierAdmin, openAccount, readParcelSize, renewCourierSecrets } from './accounts.ts';
export { CourierError, explain, plainText } from './courier-error.ts';
export { storeCourierEvent, trackingNumberIn } from './events.ts';
export { askCouriers, findPinService, listPinServices, tryCourierPin } from './pin-answers.ts';
export { closeEvent, findEvent, listOpenEvents } from './queries.ts';

/** The couriers with an API. One of each process, because it knows which courier does not answer. */
export const createCouriers = ({ courierUrls }: Pick<Config, 'courierUrls'>, db: Database): Couriers => ({
  shiprocket: createShiprocket(courierUrls.shiprocket),
  delhivery: createDelhivery(courierUrls.delhivery),
  sandbox: createTestCourier(db),
});
