import type { Discount, DiscountInput } from '../../shared/contract/catalogue/discounts.ts';
import { isId } from '../../shared/id.ts';
import { changesBetween, recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction, violatedConstraint } from '../db/database.ts';
import { requireNoLimits } from '../db/value-limits.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import { codeBatches } from './code-batches.ts';
import { isUniqueCode } from './code-queries.ts';
import { columnsOf, present } from './present.ts';
import * as queries from './queries.ts';

/** The discounts in the back office (decision 106). */
export function discountAdmin({ db }: Pick<Deps, 'db'>, admin: Admin) {
  async function getDiscount(id: string, from: Database | Trx = db): Promise<Discount> {
    const row = isId(id) ? await queries.findDiscount(from, id) : undefined;
    if (!row) throw notFound('Discount not found.');
    return present(row);
  }

  /** Changes a discount, and records it. An order that uses it meanwhile is placed before or after the change. */
  const change = (id: string, action: string, values: Partial<queries.DiscountRow>) =>
    withFreeCode(() =>
      transaction(db, async (trx) => {
        const row = isId(id) ? await queries.lockDiscount(trx, id) : undefined;
        if (!row) throw notFound('Discount not found.');
        if (values.isEnabled) await requireNoLimits(trx, admin, 'discount');
        await requireNoUniqueCode(trx, values.code);
        await queries.updateDiscount(trx, id, { ...values, isDemo: false });
        const detail = {
          name: row.title,
          changes: changesBetween(present(row), present({ ...row, ...values })),
        };
        await recordAudit(trx, admin, { action, subject: id, detail });
      }),
    );

  /** 409 if a discount has this code as one of its unique codes. */
  async function requireNoUniqueCode(trx: Trx, code: string | null | undefined): Promise<void> {
    if (code && (await isUniqueCode(trx, code))) throw codeTaken();
  }

  return {
    ...codeBatches({ db }, admin),

    getDiscount: (id: string) => getDiscount(id),

    /** One page of the discounts, newest first. */
    async listDiscounts(page: {
      page: number;
      limit: number;
    }): Promise<{ items: Discount[]; total: number }> {
      const { rows, total } = await queries.listDiscounts(db, page);
      return { items: rows.map(present), total };
    },

    /** 409 `code_taken` for a code in use, 403 for a role with limits unless the discount is disabled. */
    async createDiscount(input: DiscountInput): Promise<Discount> {
      const id = await withFreeCode(() =>
        transaction(db, async (trx) => {
          if (input.enabled) await requireNoLimits(trx, admin, 'discount');
          await requireNoUniqueCode(trx, input.code);
          const created = await queries.insertDiscount(trx, columnsOf(input));
          const detail = { name: input.title, ...input.value };
          await recordAudit(trx, admin, { action: 'discount.create', subject: created, detail });
          return created;
        }),
      );
      return getDiscount(id);
    },

    /** Changes all fields. Orders that have the discount keep what it was for them. 404, 409 and 403 as for a new one. */
    async updateDiscount(id: string, input: DiscountInput): Promise<Discount> {
      await change(id, 'discount.update', columnsOf(input));
      return getDiscount(id);
    },

    /** Deletes a discount; orders keep it. 404. */
    deleteDiscount: (id: string): Promise<void> => change(id, 'discount.delete', { deletedAt: new Date() }),

    /** Deletes the discounts of the demo shop that no admin has changed. Returns their number. */
    removeDemoDiscounts: (): Promise<number> =>
      transaction(db, async (trx) => {
        const deleted = await queries.deleteDemoDiscounts(trx);
        for (const { id, title: name } of deleted)
          await recordAudit(trx, admin, { action: 'discount.delete', subject: id, detail: { name } });
        return deleted.length;
      }),
  };
}

async function withFreeCode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'discounts_by_code') throw error;
    throw codeTaken();
  }
}

function codeTaken() {
  const message = 'Another discount has this code';
  return conflict('code_taken', message, { errors: { code: message } });
}
