import type { Deps } from '../deps.ts';
import { listOldLabels, updateBooking } from './booking-queries.ts';

/** The stored label of a booking: beside the print jobs, so that backups leave it out too. */
export const pathOfLabel = (bookingId: string) => `prints/courier-label-${bookingId}.pdf`;

/** Deletes labels after a day, and those of erased orders: the courier has them. */
export async function deleteOldLabels({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  for (const id of await listOldLabels(db)) {
    await files.remove(pathOfLabel(id));
    await updateBooking(db, id, { labelAt: null });
  }
}
