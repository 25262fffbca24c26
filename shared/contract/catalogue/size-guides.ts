import { z } from 'zod';
import { longText, requiredLine, singleLine } from '../text-fields.ts';

const cell = z.string().overwrite(singleLine).max(60, 'A cell has at most 60 characters');
const rows = z
  .array(z.array(cell).min(2, 'A size guide needs at least two columns').max(10, 'At most 10 columns'))
  .min(2, 'A size guide needs a heading and at least one row')
  .max(40, 'At most 40 rows')
  .refine(
    (all) => new Set(all.map((row) => row.length)).size === 1,
    'Every row needs the same number of cells',
  );

/** A size guide as shoppers see it: a table whose first row is the heading, and a note below it. */
export const sizeGuide = z.object({
  _id: z.string(),
  name: z.string(),
  note: z.string(),
  rows: z.array(z.array(z.string())),
});
export type SizeGuide = z.infer<typeof sizeGuide>;

/** A size guide with the ids of the categories and subcategories whose products it is for. */
export const ownedSizeGuide = sizeGuide.extend({ groups: z.array(z.string()) });
export type OwnedSizeGuide = z.infer<typeof ownedSizeGuide>;

/** Body of `PUT /settings/size-guides`: replaces all guides. One without `_id` is new. */
export const sizeGuideList = z.object({
  guides: z
    .array(
      z.object({
        _id: z.uuid().optional(),
        name: requiredLine('Name', 100),
        note: longText('Note', 500),
        rows,
        groups: z.array(z.uuid()).max(200),
      }),
    )
    .max(50, 'At most 50 size guides'),
});
export type SizeGuideList = z.infer<typeof sizeGuideList>;
