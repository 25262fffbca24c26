import { slugify } from '../text/slug.ts';
import { indianStates } from './indian-states.ts';

/** The state of a part of an address, such as `tamil-nadu`. The text itself for an unknown state, which no brand has. */
export const stateOfSlug = (slug: string): string =>
  indianStates.find(({ name }) => slugify(name) === slug)?.name ?? slug;
