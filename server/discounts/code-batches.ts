import type { z } from 'zod';
import type { CodeBatch, codeBatchInput } from '../../shared/contract/catalogue/discounts.ts';
import { csvLine } from '../../shared/csv.ts';
import { isId } from '../../shared/id.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import { requireNoLimits } from '../db/value-limits.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, notFound } from '../errors.ts';
import { randomCode } from '../runtime/random-code.ts';
import * as batches from './code-queries.ts';
import { findDiscount } from './queries.ts';

const randomLength = 10;

/** The unique codes of discounts in the back office (decision 106). */
export function codeBatches({ db }: Pick<Deps, 'db'>, admin: Admin) {
  return {
    /** One page of the batches of a discount, newest first; none for an unknown discount. */
    async listCodeBatches(
      id: string,
      page: { page: number; limit: number },
    ): Promise<{ items: CodeBatch[]; total: number }> {
      if (!isId(id)) return { items: [], total: 0 };
      const { rows, total } = await batches.listBatches(db, id, page);
      return { items: rows.map(present), total };
    },

    /** Creates codes that are used once each. 404, 400 if the discount has no unique codes, 403 for a role with limits. */
    createCodeBatch: (id: string, { count, prefix }: z.infer<typeof codeBatchInput>): Promise<CodeBatch> =>
      transaction(db, async (trx) => {
        const discount = isId(id) ? await findDiscount(trx, id) : undefined;
        if (!discount) throw notFound('Discount not found.');
        await requireNoLimits(trx, admin, 'discount');
        if (!discount.hasUniqueCodes) throw badField('count', 'This discount has no unique codes');
        const created = await batches.insertBatch(trx, { discountId: id, prefix }, newCodes(count, prefix));
        const detail = { name: discount.title, codes: count, prefix };
        await recordAudit(trx, admin, { action: 'discount.codes', subject: id, detail });
        const batch = await batches.findBatch(trx, created);
        if (!batch) throw new Error(`batch ${created} was not stored`);
        return present(batch);
      }),

    /** A CSV file with the codes of a batch, their states and their orders. 404, 403 for a role with limits. */
    exportCodes: (id: string, batchId: string): Promise<{ filename: string; content: Buffer }> =>
      transaction(db, async (trx) => {
        const discount = isId(id) ? await findDiscount(trx, id) : undefined;
        const batch = isId(batchId) ? await batches.findBatch(trx, batchId) : undefined;
        if (!discount || batch?.discountId !== id) throw notFound('Batch not found.');
        await requireNoLimits(trx, admin, 'discount');
        const detail = { name: discount.title, codes: batch.count };
        await recordAudit(trx, admin, { action: 'discount.export', subject: id, detail });
        const lines = (await batches.listCodes(trx, batchId)).map(({ code, orders }) =>
          csvLine([code, orders.length > 0 ? 'Used' : 'Unused', orders.map(orderNumber).join(' ')]),
        );
        // The byte order mark makes spreadsheets read UTF-8.
        const content = Buffer.from(`\ufeff${csvLine(['Code', 'State', 'Order'])}${lines.join('')}`);
        return { filename: 'discount-codes.csv', content };
      }),
  };
}

const present = ({ id, createdAt, prefix, count, used }: batches.BatchRow): CodeBatch => ({
  _id: id,
  createdAt: createdAt.toISOString(),
  prefix,
  count: count ?? 0,
  used: used ?? 0,
});

/** Different random codes of 50 bits, such as `DIWALI-7K3M9QX2TB`. */
function newCodes(count: number, prefix: string): string[] {
  const codes = new Set<string>();
  while (codes.size < count) {
    const text = randomCode(randomLength);
    codes.add(prefix ? `${prefix}-${text}` : text);
  }
  return [...codes];
}
