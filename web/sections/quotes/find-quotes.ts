import type { PageShop } from '../../shop-context.ts';
import type { SettingsOf } from '../schemas.ts';

export type Quote = Awaited<ReturnType<PageShop['reviews']['listQuotes']>>[number];

/** The reviews that these sections show; none if they can't be loaded. */
export async function findQuotes(
  shop: PageShop,
  choices: SettingsOf<'quotes'>['reviews'][],
): Promise<Quote[]> {
  if (choices.length === 0) return [];
  try {
    return await shop.reviews.listQuotes(
      choices.flatMap(({ source, ids }) => (source === 'chosen' ? ids : [])),
    );
  } catch (error) {
    console.warn('The reviews could not be loaded.', error);
    return [];
  }
}
