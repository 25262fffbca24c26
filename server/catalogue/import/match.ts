import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { isId } from '../../../shared/id.ts';
import { isChangedBySpreadsheets, isDateOf, isDateOfSpreadsheet } from '../../../shared/spreadsheets.ts';
import type { Database, Trx } from '../../db/database.ts';
import { listRenamed } from '../former-slugs/former-slugs.ts';
import { listProductsByIds, presentProduct } from '../products/products.ts';
import type { ImportItem } from './item.ts';
import * as queries from './match-queries.ts';
import { nameKey } from './names.ts';

/** What an item was found to be. */
export type Match = {
  /** The product that it changes; undefined for a new one. */
  now: Product | undefined;
  /** The products of which the admin has to say which it is, or has said so; empty if that is certain. */
  question: Product[];
  isAnswered: boolean;
  /** The ids of products that it is not, as the admin has answered. */
  not: string[];
};

/** What the shop knows of the SKUs, sources and addresses of a file: ids by key, and the products by id. */
type Known = {
  skusOf: (item: ImportItem) => string[];
  bySku: Map<string, string>;
  bySource: Map<string, string>;
  byAddress: Map<string, string>;
  /** The sources of each product. */
  sources: Map<string, { source: string; key: string }[]>;
  products: Map<string, Product>;
};

/**
 * Finds the product of each item of a file: by its SKUs, else by what it is called in its source, else by the slug that
 * the file states, also a former one. If these disagree, or only the name is the same, an admin must answer: `answers`
 * has the id of one of these products, or `new`, by the line of the item.
 */
export async function matchItems(
  db: Database,
  items: ImportItem[],
  answers: Record<string, string>,
): Promise<Map<ImportItem, Match>> {
  const known = await readKnown(db, items);
  const namesakes = await readNamesakes(db, items, known);
  return new Map(items.map((item) => [item, matchOf(item, known, namesakes(item), answers[item.line])]));
}

/** The products that exist by now for items whose match is known; those of an import that another one has overtaken. */
export async function findAgain(trx: Trx, items: ImportItem[]): Promise<Map<ImportItem, string>> {
  const open = items.filter(({ product }) => !isId(product ?? ''));
  const sources = idsBy(
    await queries.findSources(
      trx,
      open.flatMap(({ source }) => source ?? []),
    ),
    sourceKey,
  );
  // An import that an earlier version has started has slugs only.
  const addressOf = ({ product, address, slug }: ImportItem) => address ?? (product ? undefined : slug);
  const addresses = idsBy(
    await queries.findSlugs(
      trx,
      open.flatMap((item) => addressOf(item) ?? []),
    ),
    ({ slug }) => slug,
  );
  return new Map(
    items.flatMap((item) => {
      const { product = '', not = [], source } = item;
      const found = (source && sources.get(sourceKey(source))) ?? addresses.get(addressOf(item) ?? '');
      const id = isId(product) ? product : found;
      return id && !not.includes(id) ? [[item, id] as const] : [];
    }),
  );
}

const sourceKey = ({ source, key }: { source: string; key: string }) => `${source} ${key}`;

/** SKUs that one item of the file has; others do not identify it. In lower case. */
function readUniqueSkus(items: ImportItem[]): (item: ImportItem) => string[] {
  const own = (item: ImportItem) => [
    ...new Set(item.variants.flatMap(({ sku }) => (sku ? sku.toLowerCase() : []))),
  ];
  const counts = new Map<string, number>();
  for (const sku of items.flatMap(own)) counts.set(sku, (counts.get(sku) ?? 0) + 1);
  return (item) => own(item).filter((sku) => counts.get(sku) === 1);
}

const idsBy = <Row extends { id: string }>(rows: Row[], keyOf: (row: Row) => string) =>
  new Map(rows.map((row) => [keyOf(row), row.id]));

async function readKnown(db: Database, items: ImportItem[]): Promise<Known> {
  const skusOf = readUniqueSkus(items);
  const addresses = items.flatMap(({ address }) => address ?? []);
  const bySku = idsBy(await queries.findSkuOwners(db, items.flatMap(skusOf)), ({ sku }) => sku.toLowerCase());
  const bySource = idsBy(
    await queries.findSources(
      db,
      items.flatMap(({ source }) => source ?? []),
    ),
    sourceKey,
  );
  const former = idsBy(await listRenamed(db, 'products', addresses), (renamed) => renamed.former);
  const current = idsBy(await queries.findSlugs(db, addresses), ({ slug }) => slug);
  const byAddress = new Map([...former, ...current]);
  const ids = [...new Set([...bySku.values(), ...bySource.values(), ...byAddress.values()])];
  const sources = Map.groupBy(await queries.listSourcesOf(db, ids), ({ productId }) => productId);
  return { skusOf, bySku, bySource, byAddress, sources, products: await readProducts(db, ids) };
}

async function readProducts(db: Database, ids: string[]): Promise<Map<string, Product>> {
  const rows = await listProductsByIds(db, ids, 'admin');
  return new Map(rows.map((row) => [row.id, presentProduct(row)]));
}

/**
 * The products with the name of an item of which nothing else is known, or whose slug a spreadsheet may have made the date
 * in the file, without those that another row of its source is.
 */
async function readNamesakes(db: Database, items: ImportItem[], known: Known) {
  // A slug of ours that the shop does not know is that of a new product.
  const isOpen = ({ source, address, slug }: ImportItem) => source || address !== slug;
  const open = items.filter((item) => isOpen(item) && foundOf(item, known).all.length === 0);
  const rows = await queries.findNames(db, [...new Set(open.map(({ name = '' }) => nameKey(name)))]);
  const dated = await slugsOfDates(db, open);
  const ids = [...new Set(rows.concat([...dated.values()].flat()).map(({ id }) => id))];
  const products = await readProducts(db, ids);
  const sources = Map.groupBy(await queries.listSourcesOf(db, ids), ({ productId }) => productId);
  const byName = Map.groupBy(rows, ({ name }) => name);
  const asked = new Set(open);
  return (item: ImportItem): Product[] =>
    asked.has(item)
      ? [byName.get(nameKey(item.name ?? '')), dated.get(item)]
          .flatMap((some = []) => some)
          .filter(({ id }, index, all) => all.findIndex((row) => row.id === id) === index)
          .filter(({ id }) => !isAnother(item, sources.get(id)))
          .flatMap(({ id }) => products.get(id) ?? [])
      : [];
}

/** The products whose slug can have become the date that is the address of an item. */
async function slugsOfDates(db: Database, items: ImportItem[]) {
  const dates = items.filter(({ address = '', slug }) => address !== slug && isDateOfSpreadsheet(address));
  const short = dates.length > 0 ? await queries.listShortSlugs(db) : [];
  const rows = short.filter(({ name }) => isChangedBySpreadsheets(name));
  return new Map(dates.map((item) => [item, rows.filter(({ name }) => isDateOf(item.address ?? '', name))]));
}

/** What SKUs, source and address of an item lead to. */
function foundOf(item: ImportItem, { skusOf, bySku, bySource, byAddress, products }: Known) {
  const existing = (id: string | undefined) => (id && products.has(id) ? id : undefined);
  const source = existing(item.source && bySource.get(sourceKey(item.source)));
  const address = existing(item.address && byAddress.get(item.address));
  const owners = new Set(skusOf(item).flatMap((sku) => existing(bySku.get(sku)) ?? []));
  return {
    source,
    address,
    owners,
    all: [...new Set([...owners].concat([source, address].flatMap((id) => id ?? [])))],
  };
}

function matchOf(item: ImportItem, known: Known, namesakes: Product[], answer: string | undefined): Match {
  const { all } = foundOf(item, known);
  const found = all.length > 0 ? all.flatMap((id) => known.products.get(id) ?? []) : namesakes;
  const candidates = found.toSorted((a, b) => Number(hasName(item, b)) - Number(hasName(item, a)));
  const isSure = all.length === 1 && !isDoubtful(item, known);
  if (isSure || candidates.length === 0)
    return { now: candidates[0], question: [], isAnswered: true, not: [] };
  const now = candidates.find(({ _id }) => _id === answer);
  const not = answer === 'new' ? candidates.map(({ _id }) => _id) : [];
  return { now, question: candidates, isAnswered: now !== undefined || answer === 'new', not };
}

/** Whether something contradicts the only product that was found. */
function isDoubtful(item: ImportItem, known: Known): boolean {
  const { source, address, owners, all } = foundOf(item, known);
  const [id = ''] = all;
  const product = known.products.get(id);
  const isNamed = hasName(item, product);
  // The address or ID that the file states is another one than that of the owner of the SKU.
  if (!source && !address && item.address && !item.source)
    return !isDateOf(item.address, product?.slug ?? '');
  if (!source && isAnother(item, known.sources.get(id))) return true;
  // Another shop may use the same ID, and another product may have got the name.
  const isOther = known.skusOf(item).length > 0 || item.source?.source === 'name';
  return Boolean(source && !address && owners.size === 0 && !isNamed && isOther);
}

const hasName = ({ name }: ImportItem, product: Product | undefined) =>
  name === undefined || (product !== undefined && nameKey(product.name) === nameKey(name));

/** Whether a product with these sources is another one in the shop that the file comes from. */
const isAnother = ({ source }: ImportItem, all: { source: string; key: string }[] = []): boolean =>
  source !== undefined &&
  source.source !== 'name' &&
  all.some((known) => known.source === source.source) &&
  !all.some((known) => sourceKey(known) === sourceKey(source));
