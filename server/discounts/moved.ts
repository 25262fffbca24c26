import type { DiscountInput } from '../../shared/contract/catalogue/discounts.ts';
import { recordAudit } from '../db/audit-log.ts';
import type { Trx } from '../db/database.ts';
import type { Admin } from '../deps.ts';
import { columnsOf } from './present.ts';
import * as queries from './queries.ts';

/** Creates a discount of a former shop, in the name of the admin who was allowed to. Returns its id. */
export async function insertMovedDiscount(trx: Trx, admin: Admin, input: DiscountInput): Promise<string> {
  const id = await queries.insertDiscount(trx, columnsOf(input));
  await recordAudit(trx, admin, {
    action: 'discount.create',
    subject: id,
    detail: { name: input.title, ...input.value },
  });
  return id;
}
