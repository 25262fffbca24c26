import type { Actor } from '../deps.ts';
import { forbidden } from '../errors.ts';
import type { Trx } from './database.ts';

/**
 * Notes what an admin does, in the transaction that does it: action as `product.update`, subject an id, detail
 * what changed. Anyone else is refused here too (403), whatever route led to it.
 */
export async function noteAdmin(
  trx: Trx,
  actor: Actor,
  note: { action: string; subject: string; detail?: object },
): Promise<void> {
  if (actor.kind !== 'admin') throw forbidden();
  await trx
    .insertInto('adminLog')
    .values({
      userId: actor.userId,
      action: note.action,
      subject: note.subject,
      detail: JSON.stringify(note.detail ?? {}),
    })
    .execute();
}
