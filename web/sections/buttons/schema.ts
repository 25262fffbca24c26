import { z } from 'zod';
import { choice, link, list } from '../fields.ts';

/** A row of buttons. */
export const buttons = z.object({
  buttons: list({ label: 'Buttons', item: 'Button', max: 6 }, link({ label: 'Button' })),
  align: choice({ label: 'Position' }, ['left', 'centre'], { left: 'Left', centre: 'Centre' }),
});
