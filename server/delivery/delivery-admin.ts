import type {
  DeliveryTrial,
  DeliveryTrialResult,
  PinImport,
  PinListKind,
  PinLists,
} from '../../shared/contract/orders/delivery.ts';
import { chargeFor } from '../../shared/orders/delivery.ts';
import { listPinServices, tryCourierPin } from '../couriers/couriers.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField } from '../errors.ts';
import type { WorkerModule } from '../runtime/worker-pool.ts';
import { askAboutPin } from './ask-about-pin.ts';
import { findDelivery } from './find-delivery.ts';
import * as queries from './queries.ts';

const readModule: WorkerModule<typeof import('./pin-file.ts')> = {
  url: new URL('./pin-file.ts', import.meta.url),
  maxMs: 30_000,
  tooSlow: () =>
    badField('file', 'This file takes too long to read. Remove rows or columns that are not needed.'),
};

const maxShownLines = 100;

/** The lists of PIN codes in the back office (contract §10). */
export function deliveryAdmin(deps: Deps, admin: Admin) {
  const { clock, db, workers } = deps;
  return {
    listPinServices: () => listPinServices(deps),
    tryCourierPin: (courier: string, pin: string) => tryCourierPin(deps, courier, pin),

    countPins: (): Promise<PinLists> => queries.countPins(db),

    /** What settings that need not be saved say about a parcel. */
    async tryDelivery({ delivery, postalCode, total, grams }: DeliveryTrial): Promise<DeliveryTrialResult> {
      const { codEnabled } = await readSiteInfo(db);
      await askAboutPin(deps, { delivery }, postalCode);
      const found = await findDelivery(db, { delivery, codEnabled }, { postalCode }, clock.now());
      return { ...found, charge: found.served ? chargeFor(found, { total, grams }) : null };
    },

    /** Reads a CSV file with PIN codes and, with `saves`, replaces the list. 400 if it can't be read or has none. */
    async importPins(
      { kind, saves }: { kind: PinListKind; saves: boolean },
      bytes: Buffer,
      file: string,
    ): Promise<PinImport> {
      const { skipped, replace, ...counts } = await read(kind, bytes);
      if (counts.pins === 0) throw badField('file', 'The file has no PIN codes.');
      const { [kind]: replaced } = await queries.countPins(db);
      if (saves)
        await transaction(db, async (trx) => {
          await replace(trx);
          const detail = { file, list: kind, pins: counts.pins };
          await recordAudit(trx, admin, { action: 'delivery.pins', subject: '', detail });
        });
      const shown = skipped.slice(0, maxShownLines);
      return { saved: saves, ...counts, replaced, skipped: shown, skippedCount: skipped.length };
    },
  };

  async function read(kind: PinListKind, bytes: Buffer) {
    if (kind === 'directory') {
      const { pins, skipped } = await workers.run(readModule, 'readDirectory', bytes);
      const withState = pins.filter(({ state }) => state).length;
      const replace = (trx: Trx) => queries.replaceDirectory(trx, pins);
      return { pins: pins.length, withState, served: 0, withCod: 0, skipped, replace };
    }
    const { pins, skipped } = await workers.run(readModule, 'readCourierList', bytes);
    const served = pins.filter(({ isServed }) => isServed).length;
    const withCod = pins.filter(({ hasCod }) => hasCod).length;
    const replace = (trx: Trx) => queries.replaceCourierList(trx, pins);
    return { pins: pins.length, withState: 0, served, withCod, skipped, replace };
  }
}
