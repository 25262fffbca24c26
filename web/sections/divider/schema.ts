import { z } from 'zod';
import { choice, toggle } from '../fields.ts';

/** Space between two sections, with or without the motif of the shop. */
export const divider = z.object({
  size: choice({ label: 'Space' }, ['normal', 'small', 'large'], {
    normal: 'Normal',
    small: 'Small',
    large: 'Large',
  }),
  hasMotif: toggle({ label: 'Show the motif of the shop' }, true),
});
