import type { Brand, Category, Group, Subcategory } from '../../../shared/contract/catalogue/catalogue.ts';
import type {
  BrandChange,
  CategoryChange,
  GroupChange,
  NewGroup,
} from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { Admin, Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { listRenamed } from '../former-slugs/former-slugs.ts';
import { getGroupRow, groupEdits } from './groups.ts';
import type { GroupList } from './queries.ts';
import * as queries from './queries.ts';

export { requireMayJoin } from './groups.ts';
export {
  deleteEmptyGroups,
  deleteGroup,
  findGroup,
  findGroupByName,
  type GroupTable,
  productColumns,
} from './queries.ts';

/** Reads categories, subcategories, brands and product types (spec §7 Categories, Other catalogue calls). */
export const categories = ({ db }: Pick<Deps, 'db'>) => ({
  /** All categories with their subcategories, in display order. */
  async listCategories(): Promise<Category[]> {
    return (await queries.listCategories(db)).map(presentCategory);
  },

  /** A category by id or slug, or 404. */
  async getCategory(idOrSlug: string): Promise<Category> {
    const all = await queries.listCategories(db);
    const row = all.find(({ id }) => id === idOrSlug) ?? all.find(({ slug }) => slug === idOrSlug);
    if (!row) throw notFound('Category not found.');
    return presentCategory(row);
  },

  /** All subcategories with their categories, in display order. */
  async listSubcategories(): Promise<Subcategory[]> {
    return (await queries.listSubcategories(db)).map(presentSubcategory);
  },

  /** A subcategory by id, or by slug: the first one if several categories have it. 404. */
  async getSubcategory(idOrSlug: string): Promise<Subcategory> {
    const [row] = await queries.listSubcategories(db, idOrSlug);
    if (!row) throw notFound('Subcategory not found.');
    return presentSubcategory(row);
  },

  /** One page of brands or product types by name, with the total. */
  async listGroups(table: GroupList, paging: { page: number; limit: number }) {
    const { rows, total } = await queries.listGroups(db, table, paging);
    return { items: rows.map(presentPlaced), total };
  },

  /** Brands with products for sale and the number of these, those with most products first. */
  async listBrandsForSale(): Promise<(Brand & { products: number })[]> {
    const rows = await queries.listBrandsForSale(db);
    return rows.map((row) => ({ ...presentPlaced(row), products: row.products }));
  },

  /** A brand, also by a former slug, or a product type, which has no place. 404. */
  async getGroup(table: GroupList, idOrSlug: string): Promise<Brand> {
    const found = await queries.findGroup(db, table, idOrSlug);
    if (found) return presentPlaced(found);
    const [renamed] = table === 'brands' ? await listRenamed(db, table, [idOrSlug]) : [];
    return presentPlaced(await getGroupRow(db, table, renamed?.id ?? idOrSlug));
  },
});

/** The changes that an admin makes to categories, subcategories, brands and product types; see `groupEdits`. */
export function categoryAdmin(deps: Pick<Deps, 'db'>, admin: Admin) {
  const edits = groupEdits(deps, admin);
  const { getCategory, listCategories, getSubcategory, getGroup } = categories(deps);
  return {
    createCategory: async (input: CategoryChange & NewGroup, upload?: string): Promise<Category> =>
      getCategory(await edits.create('categories', withUpload(input, upload))),

    updateCategory: async (idOrSlug: string, input: CategoryChange, upload?: string): Promise<Category> =>
      getCategory(await edits.update('categories', idOrSlug, withUpload(input, upload))),

    /** Deletes a category and its subcategories. */
    deleteCategory: (idOrSlug: string) => edits.delete('categories', idOrSlug),

    /** Puts these categories first, in the list or in the navigation. */
    async reorderCategories(column: 'position' | 'navbarPosition', ids: string[]): Promise<Category[]> {
      await edits.reorder('categories', column, 'categoryIds', ids);
      return listCategories();
    },

    createSubcategory: async (category: string, input: NewGroup): Promise<Subcategory> =>
      getSubcategory(await edits.create('subcategories', input, category)),

    updateSubcategory: async (category: string, subId: string, input: GroupChange): Promise<Subcategory> =>
      getSubcategory(await edits.update('subcategories', subId, input, category)),

    deleteSubcategory: (category: string, subId: string) => edits.delete('subcategories', subId, category),

    reorderSubcategories: (category: string, ids: string[]): Promise<void> =>
      edits.reorder('subcategories', 'position', 'subcategoryIds', ids, category),

    moveSubcategory: async (category: string, subId: string, target: string): Promise<Subcategory> =>
      getSubcategory(await edits.move(category, subId, target)),

    createGroup: async (table: GroupList, input: NewGroup & BrandChange, upload?: string): Promise<Brand> =>
      getGroup(table, await edits.create(table, withUpload(input, upload))),

    updateGroup: async (table: GroupList, idOrSlug: string, input: BrandChange, upload?: string) =>
      getGroup(table, await edits.update(table, idOrSlug, withUpload(input, upload))),

    deleteGroup: (table: GroupList, idOrSlug: string) => edits.delete(table, idOrSlug),
  };
}

/** The input with the picture that was sent as a file with it. */
const withUpload = <Input extends GroupChange>(input: Input, image: string | undefined): Input =>
  image === undefined ? input : { ...input, image };

const presentCategory = (row: queries.CategoryRow): Category => ({
  ...presentGroup(row),
  showInNavbar: row.showInNavbar,
  order: row.position,
  navbarOrder: row.navbarPosition,
  subcategories: row.subcategories.map(({ id, name, slug, position }) => ({
    _id: id,
    name,
    slug,
    order: position,
  })),
});

const presentSubcategory = (row: queries.SubcategoryRow): Subcategory => ({
  ...presentGroup(row),
  order: row.position,
  parentCategory: { _id: row.parentId, name: row.parentName, slug: row.parentSlug },
});

const presentPlaced = (row: queries.GroupRow): Brand => ({
  ...presentGroup(row),
  town: row.town,
  state: row.state,
});

const presentGroup = ({
  id,
  name,
  slug,
  description,
  image,
}: Omit<queries.GroupRow, 'town' | 'state'>): Group => ({
  _id: id,
  name,
  slug,
  description,
  image,
});
