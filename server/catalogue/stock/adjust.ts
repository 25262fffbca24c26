import type {
  CountedLine,
  StockAdjustment,
  StockCount,
  StockQuery,
  VariantStock,
} from '../../../shared/contract/catalogue/stock.ts';
import { isId } from '../../../shared/id.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import { changeStock } from './change.ts';
import * as history from './history-queries.ts';
import { lockStock } from './queries.ts';

/** The stock of variants as an admin reads and adjusts it, with the reasons. */
export function stockAdmin({ db, clock }: Pick<Deps, 'db' | 'clock'>, admin: Admin) {
  const { userId } = admin;

  async function getVariantStock(query: StockQuery): Promise<VariantStock> {
    const id = await history.findVariantId(db, query);
    if (!id) throw notFound(query.code ? 'No variant has this barcode or SKU.' : 'Variant not found.');
    const { product, variants } = await history.readSiblings(db, id);
    const { rows, total } = await history.listMovements(db, id, query.page);
    return {
      product: { _id: product.id, name: product.name, image: product.image },
      variants: variants.map(({ id: _id, optionValues: values, sku, barcode, stock: countInStock }) => ({
        _id,
        values,
        sku,
        barcode,
        countInStock,
      })),
      variant: id,
      movements: rows.map(({ id: movement, at, delta, after, reason, note, byLabel, orderId }) => ({
        _id: String(movement),
        createdAt: at.toISOString(),
        delta,
        before: after - delta,
        after,
        reason,
        note,
        by: byLabel,
        order: orderId,
      })),
      total,
    };
  }

  return {
    /** A variant with its stock and the movements that led to it. 404. */
    getVariantStock,

    /** Adds or takes away units. 404; 409 `stock_changed` if there are fewer than are taken away. */
    async adjustStock({ variant, delta, reason, note }: StockAdjustment): Promise<VariantStock> {
      await transaction(db, async (trx) => {
        const left = isId(variant) ? (await lockStock(trx, [variant])).get(variant) : undefined;
        if (left === undefined) throw notFound('Variant not found.');
        const cause = { reason: labelOf(reason), note, userId, by: 'Admin' };
        if (!(await changeStock(trx, [{ variantId: variant, delta }], cause)))
          throw conflict('stock_changed', `There are only ${left} in stock`, {
            errors: { delta: `There are only ${left} in stock` },
          });
        const detail = { reason, note, delta, before: left, after: left + delta };
        await recordAudit(trx, admin, { action: 'stock.adjust', subject: variant, detail });
      });
      return getVariantStock({ variant, page: 1 });
    },

    /**
     * Corrects the stock of variants by what was counted, against the stock at the moment of the count. 400 for a variant
     * that is named twice, and for a moment to come.
     */
    async countStock({ lines, note, isPreview }: StockCount): Promise<CountedLine[]> {
      const known = lines.filter(({ variant }) => isId(variant));
      if (new Set(known.map(({ variant }) => variant)).size < known.length)
        throw badRequest('A variant was counted twice. Add up the numbers.');
      const latest = clock.now().getTime() + maxAheadMs;
      if (known.some(({ countedAt }) => Date.parse(countedAt) > latest))
        throw badRequest('The time of the count can’t be in the future.');
      return transaction(db, async (trx) => {
        const counted = await compare(trx, known);
        const moves = counted.map(({ variant, before, after }) => ({
          variantId: variant,
          delta: after - before,
        }));
        const changed = moves.filter(({ delta }) => delta !== 0);
        if (isPreview || changed.length === 0) return counted;
        await changeStock(trx, changed, { reason: 'Counted', note, userId, by: 'Admin' });
        const units = changed.reduce((sum, { delta }) => sum + delta, 0);
        const detail = { variants: counted.length, changed: changed.length, units, note };
        await recordAudit(trx, admin, { action: 'stock.count', subject: '', detail });
        return counted;
      });
    },
  };
}

/** How far the clock of a phone may be ahead of ours. */
const maxAheadMs = 600_000;

const labelOf = (reason: string) => reason.charAt(0).toUpperCase() + reason.slice(1);

async function compare(trx: Trx, lines: StockCount['lines']): Promise<CountedLine[]> {
  const stocks = await lockStock(trx, lines.map(({ variant }) => variant).toSorted());
  const expected = await history.readStockAt(
    trx,
    lines.map(({ variant, countedAt }) => ({ variantId: variant, at: new Date(countedAt) })),
  );
  return lines.flatMap(({ variant, counted }, index) => {
    const [before, then] = [stocks.get(variant), expected.get(index)];
    if (before === undefined || then === undefined) return [];
    return { variant, counted, expected: then, before, after: Math.max(0, before + counted - then) };
  });
}
