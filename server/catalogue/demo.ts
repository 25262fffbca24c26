import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import * as queries from './demo-queries.ts';

type Counts = { products: number; groups: number };

/** Counts the products and groups that are unchanged since the demo seed. */
export async function countDemoCatalogue({ db }: Pick<Deps, 'db'>): Promise<Counts> {
  return counts({
    products: await queries.demoProducts(db),
    groups: await queries.demoGroups(db),
    attributes: await queries.demoAttributes(db),
    sizeGuides: await queries.demoSizeGuides(db),
  });
}

/** Deletes them. What an admin created or changed stays, and so do groups with such a product. */
export function removeDemoCatalogue({ db }: Deps, admin: Admin): Promise<Counts> {
  return transaction(db, async (trx) => {
    const products = await queries.lockDemoProducts(trx);
    const groups = await queries.demoGroups(trx);
    const attributes = await queries.demoAttributes(trx);
    const found = { products, groups, attributes, sizeGuides: await queries.demoSizeGuides(trx) };
    await queries.deleteDemo(trx, found);
    const detail = counts(found);
    await recordAudit(trx, admin, { action: 'demo.remove', subject: '', detail });
    return detail;
  });
}

const counts = ({ products, groups, attributes, sizeGuides }: queries.DemoCatalogue): Counts => ({
  products: products.length,
  groups: groups.reduce((sum, { ids }) => sum + ids.length, attributes.length + sizeGuides.length),
});
