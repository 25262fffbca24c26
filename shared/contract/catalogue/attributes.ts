import { z } from 'zod';
import { line, requiredLine } from '../text-fields.ts';

/**
 * A text of a list that the merchant defines, a number with a unit, yes or no, or any text, such as how to care for it.
 */
export const attributeType = z.enum(['choice', 'number', 'flag', 'text']);
export type AttributeType = z.infer<typeof attributeType>;

/** A property of products that the merchant defines, such as material or height. */
export const attribute = z.object({
  _id: z.string(),
  name: z.string(),
  /** Names it in addresses; it never changes. */
  slug: z.string(),
  type: attributeType,
  /** The unit of a number; may be empty. */
  unit: z.string(),
  /** The values that products can have, in their order; only of the type `choice`. */
  choices: z.array(z.string()),
  /** Whether listings filter by it; never by a text. */
  isFilter: z.boolean(),
  /** The ids of the categories whose products have it; empty for all. */
  categories: z.array(z.string()),
});
export type Attribute = z.infer<typeof attribute>;

/** The values of a product: choices, a number such as `12.5`, `yes` or `no`, or a text. */
export const productAttribute = attribute
  .pick({ _id: true, name: true, slug: true, type: true, unit: true })
  .extend({ values: z.array(z.string()) });
export type ProductAttribute = z.infer<typeof productAttribute>;

/** Body of a change of an attribute, complete. */
export const attributeChange = z.object({
  name: requiredLine('Name', 60),
  unit: line('Unit', 20).default(''),
  choices: z.array(requiredLine('Choice', 60)).max(200, 'Enter at most 200 choices').default([]),
  isFilter: z.boolean().default(true),
  categories: z.array(z.string().max(200)).max(200).default([]),
});
export type AttributeChange = z.infer<typeof attributeChange>;
export const newAttribute = attributeChange.extend({ type: attributeType });
export type NewAttribute = z.infer<typeof newAttribute>;
export const attributeOrder = z.object({ attributeIds: z.array(z.string().max(200)).min(1).max(200) });

/** The most characters of a text that is the value of an attribute. */
export const maxAttributeText = 500;

/** Values that a change of a product gives an attribute, which is named by id, slug or name. */
export const attributeValues = z.object({
  attribute: z.string().trim().max(200),
  values: z.array(requiredLine('Value', maxAttributeText)).max(20),
});

/** The values of an attribute as text: `Cotton, Silk`, `12.5 cm`, `Yes`. */
export function attributeText({ type, unit, values }: ProductAttribute): string {
  if (type === 'flag') return values[0] === 'yes' ? 'Yes' : 'No';
  return values.map((value) => (unit ? `${value} ${unit}` : value)).join(', ');
}
