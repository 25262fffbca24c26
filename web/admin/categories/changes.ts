import type { Category } from '../../../shared/contract/catalogue.ts';
import { toast } from '../../ui/toast.tsx';
import { invalidate, updateCached } from '../parts/data.ts';
import { showFailure } from '../parts/show-failure.ts';

/** Shows a change of the categories before the server has confirmed it. */
export const showCategories = (change: (categories: Category[]) => Category[]) =>
  updateCached('GET /categories', (list) => ({ ...list, items: change(list.items) }));

/** Makes a change and reads the categories again, which reverts `showCategories` if the change failed. */
export async function changeCategories(change: () => Promise<unknown>, success?: string): Promise<void> {
  try {
    await change();
    if (success) toast(success, 'success');
  } catch (error) {
    showFailure(error, 'Could not save. Please try again.');
  }
  await invalidate('GET /categories');
}
