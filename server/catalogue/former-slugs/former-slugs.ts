import type { ProductQuery } from '../../../shared/contract/catalogue/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { listRenamed } from './former-slug-queries.ts';

export { listRenamed, recordFormerSlug } from './former-slug-queries.ts';

type Groups = Partial<Pick<ProductQuery, 'category' | 'subcategory' | 'brand'>>;

/** Addresses with slugs that were changed. */
export const formerSlugs = ({ db }: Pick<Deps, 'db'>) => ({
  /** The current slugs of the groups of a query, if any of them is given by a former one; otherwise undefined. */
  async findRenamedGroups({ category, subcategory, brand = [] }: Groups): Promise<Groups | undefined> {
    const [categories, subcategories, brands] = await Promise.all([
      listRenamed(db, 'categories', category ? [category] : []),
      listRenamed(db, 'subcategories', subcategory ? [subcategory] : []),
      listRenamed(db, 'brands', brand),
    ]);
    const all = [...categories, ...subcategories, ...brands];
    if (all.length === 0) return undefined;
    return {
      category: categories[0]?.slug ?? category,
      subcategory: subcategories[0]?.slug ?? subcategory,
      brand: brand.map((text) => brands.find(({ former }) => former === text)?.slug ?? text),
    };
  },
});
