import type {
  ListPrice,
  ListPricesQuery,
  PriceImport,
  PriceList,
  PriceListInput,
} from '../../../shared/contract/catalogue/price-lists.ts';
import { csvLine } from '../../../shared/csv.ts';
import { isId } from '../../../shared/id.ts';
import { fromTenths, toPaise, toRupees, toTenths } from '../../../shared/money.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import { type Database, type Trx, transaction, violatedConstraint } from '../../db/database.ts';
import { requireNoLimits } from '../../db/value-limits.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, conflict, notFound } from '../../errors.ts';
import type { WorkerModule } from '../../runtime/worker-pool.ts';
import * as queries from './price-list-queries.ts';

const readModule: WorkerModule<typeof import('./price-file.ts')> = {
  url: new URL('./price-file.ts', import.meta.url),
  maxMs: 30_000,
  tooSlow: () =>
    badField('file', 'This file takes too long to read. Remove rows or columns that are not needed.'),
};
const maxShownProblems = 100;
const exportedAtOnce = 1000;

type PriceListDeps = Pick<Deps, 'db' | 'workers'>;

/** The price lists in the back office (decision 164). 404 for one that does not exist. */
export function priceListAdmin(deps: PriceListDeps, admin: Admin) {
  const { db } = deps;
  return {
    ...listPriceAdmin(deps, admin),

    getPriceList: (id: string): Promise<PriceList> => getPriceList(db, id),

    /** One page of the price lists, by name. */
    async listPriceLists(page: { page: number; limit: number }) {
      const { rows, total } = await queries.listPriceLists(db, page);
      return { items: rows.map(present), total };
    },

    /** 409 `name_taken`, 403 for a role with limits unless the list is not active. */
    async createPriceList(input: PriceListInput): Promise<PriceList> {
      const id = await withFreeName(() =>
        transaction(db, async (trx) => {
          if (input.active) await requireNoLimits(trx, admin, 'priceList');
          const created = await queries.insertPriceList(trx, columnsOf(input));
          await recordAudit(trx, admin, { action: 'price-list.create', subject: created, detail: input });
          return created;
        }),
      );
      return getPriceList(db, id);
    },

    /** Changes all fields. Orders keep what they cost. 409 `name_taken`, 403 as for a new one. */
    async updatePriceList(id: string, input: PriceListInput): Promise<PriceList> {
      await change(db, admin, id, 'price-list.update', async (trx, before) => {
        if (input.active) await requireNoLimits(trx, admin, 'priceList');
        await queries.updatePriceList(trx, id, columnsOf(input));
        return { name: input.name, changes: changesBetween(inputOf(before), input) };
      });
      return getPriceList(db, id);
    },

    /** Deletes a list with its prices. Orders keep what they cost. */
    deletePriceList: (id: string): Promise<void> =>
      change(db, admin, id, 'price-list.delete', async (trx) => {
        await queries.deletePriceList(trx, id);
        return {};
      }),
  };
}

/** The prices in a list. */
function listPriceAdmin(deps: PriceListDeps, admin: Admin) {
  const { db } = deps;
  return {
    /** One page of the prices of a list, by name and SKU, and how many match. */
    async listListPrices(id: string, query: ListPricesQuery): Promise<{ items: ListPrice[]; total: number }> {
      await getPriceList(db, id);
      const { rows, total } = await queries.listPrices(db, id, query);
      return { items: rows.map(presentPrice), total };
    },

    /** Sets the price of a variant, in rupees. 404 for an unknown variant, 400 for a gift card. */
    async setListPrice(id: string, variantId: string, price: number): Promise<ListPrice> {
      await change(db, admin, id, 'price-list.price', async (trx, { isActive }) => {
        if (isActive) await requireNoLimits(trx, admin, 'priceList');
        const variant = isId(variantId) ? await queries.findVariant(trx, variantId) : undefined;
        if (!variant) throw notFound('Product not found.');
        if (variant.isGiftCard) throw badField('price', 'Gift cards have no other price');
        await queries.setPrice(trx, { priceListId: id, variantId, paise: toPaise(price) });
        return { product: variant.name, sku: variant.sku, price };
      });
      const row = await queries.findPrice(db, id, variantId);
      if (!row) throw notFound('Product not found.');
      return presentPrice(row);
    },

    /** Removes the price of a variant. 404 if it has none. */
    removeListPrice: (id: string, variantId: string): Promise<void> =>
      change(db, admin, id, 'price-list.price-delete', async (trx, { isActive }) => {
        // The percentage of the list can be lower than a price.
        if (isActive) await requireNoLimits(trx, admin, 'priceList');
        const row = isId(variantId) ? await queries.findPrice(trx, id, variantId) : undefined;
        if (!row) throw notFound('Price not found.');
        await queries.deletePrice(trx, id, variantId);
        return { product: row.name, sku: row.sku, price: toRupees(row.paise) };
      }),

    /** The prices of a list as a CSV file, in parts. */
    async exportListPrices(id: string) {
      const { name } = await getPriceList(db, id);
      return { filename: 'prices.csv', content: exportPrices(db, admin, id, name) };
    },

    /**
     * Reads a CSV file with prices and, with `saves`, sets them: those of other variants stay, an empty cell removes a
     * price. Nothing is changed if a row is wrong. 400 if the file can't be read.
     */
    importListPrices: (id: string, saves: boolean, bytes: Buffer, file: string): Promise<PriceImport> =>
      importPrices(deps, admin, id, { saves, bytes, file }),
  };
}

async function getPriceList(db: Database, id: string): Promise<PriceList> {
  const row = isId(id) ? await queries.findPriceList(db, id) : undefined;
  if (!row) throw missing();
  return present(row);
}

/** Changes a locked list, and records what `act` returns. */
const change = (
  db: Database,
  admin: Admin,
  id: string,
  action: string,
  act: (trx: Trx, before: PriceListColumns) => Promise<object>,
) =>
  withFreeName(() =>
    transaction(db, async (trx) => {
      const before = isId(id) ? await queries.lockPriceList(trx, id) : undefined;
      if (!before) throw missing();
      const detail = { name: before.name, ...(await act(trx, before)) };
      await recordAudit(trx, admin, { action, subject: id, detail });
    }),
  );

async function importPrices(
  { db, workers }: PriceListDeps,
  admin: Admin,
  id: string,
  { saves, bytes, file }: { saves: boolean; bytes: Buffer; file: string },
): Promise<PriceImport> {
  await getPriceList(db, id);
  const { json, problems } = await workers.run(readModule, 'readPrices', bytes);
  if (json === '[]') throw badField('file', 'The file has no prices.');
  if (problems.length > 0) return refused(problems, problems.length);
  return transaction(db, async (trx) => {
    await queries.allowMinute(trx);
    const found = await queries.findProblems(trx, json, maxShownProblems);
    if (found.count > 0) return refused(found.problems, found.count);
    const list = saves ? await queries.lockPriceList(trx, id) : undefined;
    if (saves && !list) throw missing();
    if (list?.isActive) await requireNoLimits(trx, admin, 'priceList');
    const counts = await queries.countChanges(trx, id, json);
    if (list) {
      await queries.savePrices(trx, id, json);
      const detail = { name: list.name, file, prices: counts.prices, removed: counts.removed };
      await recordAudit(trx, admin, { action: 'price-list.import', subject: id, detail });
    }
    return { saved: saves, ...counts, problems: [], problemCount: 0 };
  });
}

async function* exportPrices(db: Database, admin: Admin, id: string, name: string): AsyncGenerator<string> {
  const note = { action: 'price-list.export', subject: id, detail: { name } };
  await transaction(db, (trx) => recordAudit(trx, admin, note));
  // The byte order mark makes spreadsheets read UTF-8.
  let header = `\ufeff${csvLine(['SKU', 'Product', 'Variant', 'Price', 'Selling price'])}`;
  let last: queries.PriceRow | undefined;
  do {
    const rows = await queries.listNextPrices(db, id, last?.id, exportedAtOnce);
    last = rows.at(-1);
    yield header + rows.map(csvLineOf).join('');
    header = '';
  } while (last);
}

type PriceListColumns = Pick<
  queries.PriceListRow,
  'name' | 'customerTag' | 'percentTenths' | 'takesDiscounts' | 'isActive'
>;

const inputOf = (row: PriceListColumns): PriceListInput => ({
  name: row.name,
  customerTag: row.customerTag,
  percent: row.percentTenths === null ? null : fromTenths(row.percentTenths),
  takesDiscounts: row.takesDiscounts,
  active: row.isActive,
});

const columnsOf = (input: PriceListInput): PriceListColumns => ({
  name: input.name,
  customerTag: input.customerTag,
  percentTenths: input.percent === null ? null : toTenths(input.percent),
  takesDiscounts: input.takesDiscounts,
  isActive: input.active,
});

const present = (row: queries.PriceListRow): PriceList => ({
  ...inputOf(row),
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  customers: row.customers,
  prices: row.prices,
});

const presentPrice = (row: queries.PriceRow): ListPrice => ({
  _id: row.id,
  product_id: row.productId,
  name: row.name,
  sku: row.sku,
  image: row.image,
  variant: row.optionValues.join(' / '),
  price: toRupees(row.paise),
  sellingPrice: toRupees(row.sellingPaise),
});

const csvLineOf = ({ sku, name, optionValues, paise, sellingPaise }: queries.PriceRow): string =>
  csvLine([sku, name, optionValues.join(' / '), toRupees(paise), toRupees(sellingPaise)]);

const refused = (problems: PriceImport['problems'], problemCount: number): PriceImport => ({
  saved: false,
  prices: 0,
  changed: 0,
  removed: 0,
  withoutEffect: 0,
  problems: problems.slice(0, maxShownProblems),
  problemCount,
});

const missing = () => notFound('Price list not found.');

async function withFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'price_lists_by_name') throw error;
    const message = 'Another price list has this name';
    throw conflict('name_taken', message, { errors: { name: message } });
  }
}
