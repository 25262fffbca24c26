import type {
  OwnedSizeGuide,
  SizeGuide,
  SizeGuideList,
} from '../../../shared/contract/catalogue/size-guides.ts';
import { isId } from '../../../shared/id.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import * as queries from './size-guide-queries.ts';

export { sizeGuideOfProduct } from './size-guide-queries.ts';

/** Size guides as shoppers read them. */
export const sizeGuides = ({ db }: Pick<Deps, 'db'>) => ({
  /** One size guide. 404. */
  async getSizeGuide(id: string): Promise<SizeGuide> {
    const guide = isId(id) ? await queries.findSizeGuide(db, id) : undefined;
    if (!guide) throw notFound('Size guide not found.');
    return guide;
  },
});

/** What an admin does with size guides. */
export function sizeGuideAdmin({ db }: Pick<Deps, 'db'>, admin: Admin) {
  const listSizeGuides = async (): Promise<{ guides: OwnedSizeGuide[] }> => ({
    guides: await queries.listSizeGuides(db),
  });
  return {
    listSizeGuides,

    /** Replaces all size guides; one with the id of another keeps its address. */
    async replaceSizeGuides({ guides }: SizeGuideList): Promise<{ guides: OwnedSizeGuide[] }> {
      await transaction(db, async (trx) => {
        await queries.replaceSizeGuides(trx, guides);
        const detail = { names: guides.map(({ name }) => name) };
        await recordAudit(trx, admin, { action: 'size-guides.update', subject: '', detail });
      });
      return listSizeGuides();
    },
  };
}
