import type { Category } from '../../../shared/contract/catalogue/catalogue.ts';
import { toast } from '../../ui/toast.tsx';
import { invalidate, queryClient, updateCached } from '../parts/data.ts';
import { showFailure } from '../parts/show-failure.ts';

/** Shows a change of the categories before the server has confirmed it. A read under way would revert it. */
export function showCategories(change: (categories: Category[]) => Category[]): void {
  void queryClient.cancelQueries({ queryKey: ['GET /categories'] });
  updateCached('GET /categories', (list) => ({ ...list, items: change(list.items) }));
}

let pending = 0;

/**
 * Makes a change and reads the categories again, which reverts `showCategories` if the change failed. They are read
 * after the last of several concurrent changes: an earlier reply would revert what the later ones show.
 */
export async function changeCategories(change: () => Promise<unknown>, success?: string): Promise<void> {
  pending += 1;
  try {
    await change();
    if (success) toast(success, 'success');
  } catch (error) {
    showFailure(error, 'Could not save. Please try again.');
  }
  pending -= 1;
  if (pending === 0) await invalidate('GET /categories');
}
