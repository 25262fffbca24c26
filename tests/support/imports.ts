import { expect } from 'vitest';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import type { ImportJob, ImportPlan } from '../../shared/contract/catalogue/catalogue-jobs.ts';
import { multipart, type Owner } from './owner.ts';
import type { TestShop } from './shop.ts';

type Fields = Record<string, string>;

/** A multipart body with the fields and then a CSV file. */
const csvForm = (file: string | Buffer, fields: Fields) =>
  multipart([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', value: file, filename: 'products.csv', type: 'text/csv' },
  ]);

/** The import calls as an admin uses them. By default, the status comes from the file. */
export function importsOf(shop: TestShop, owner: Owner) {
  const asInFile: Fields = { newProducts: 'file' };
  const read = async (id: string) => (await owner.get(`/products/import/${id}`)).body as ImportJob;
  const send = (path: string, file: string | Buffer, fields: Fields) =>
    owner.post(`/products/import${path}`, csvForm(file, fields));
  return {
    send,
    read,
    find: async (slug: string) => (await owner.get(`/products/${slug}`)).body as Product,
    async plan(file: string | Buffer, fields: Fields = asInFile): Promise<ImportPlan> {
      const { status, body } = await send('/plan', file, fields);
      expect(status, JSON.stringify(body)).toBe(200);
      return body as ImportPlan;
    },
    /** The error message for a rejected file. */
    async refusal(file: string | Buffer, fields: Fields = {}): Promise<string> {
      const [plan, start] = [await send('/plan', file, fields), await send('', file, fields)];
      expect([plan.status, start.status]).toEqual([400, 400]);
      expect(plan.body.message).toBe(start.body.message);
      return String(plan.body.message);
    },
    /** Starts a job; `shop.runJobs()` runs its steps. */
    async start(file: string | Buffer, fields: Fields = asInFile): Promise<string> {
      const { status, body } = await send('', file, fields);
      expect(status, JSON.stringify(body)).toBe(202);
      return String(body._id);
    },
    async run(file: string | Buffer, fields: Fields = asInFile): Promise<ImportJob> {
      const id = await this.start(file, fields);
      await shop.runJobs();
      return read(id);
    },
  };
}
export type Imports = ReturnType<typeof importsOf>;
