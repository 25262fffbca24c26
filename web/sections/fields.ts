import { z } from 'zod';
import { longText, line as textLine } from '../../shared/contract/text-fields.ts';
import { isSafeLink, linkOf } from '../../shared/link.ts';
import { youtubeAddress } from '../../shared/web-address.ts';

type Words = { label: string; hint?: string };

/** How the editor shows a field of a section. */
export type FieldForm = Words &
  (
    | { kind: 'line' | 'text' | 'rich-text' | 'toggle' | 'picture' | 'video' | 'link' }
    | { kind: 'products' | 'product' | 'maker' | 'reviews' }
    /** Products on a picture, which is the field of the same section with this name. */
    | { kind: 'points'; picture: string; max: number }
    | { kind: 'number'; min: number; max: number }
    | { kind: 'choice'; options: Record<string, string> }
    /** `item` names one entry of the list: a field, or an object of fields. */
    | { kind: 'list'; item: string; max: number }
  );

/** The form of each field, by its schema. */
export const fieldForms = z.registry<FieldForm>();

/** A single line. */
export const line = (form: Words, max: number, preset = '') =>
  textLine(form.label, max)
    .default(preset)
    .register(fieldForms, { kind: 'line', ...form });

/** A text with line breaks. */
export const text = (form: Words, max: number, preset = '') =>
  longText(form.label, max)
    .default(preset)
    .register(fieldForms, { kind: 'text', ...form });

export const toggle = (form: Words, preset: boolean) =>
  z
    .boolean('Must be true or false')
    .default(preset)
    .register(fieldForms, { kind: 'toggle', ...form });

/** A whole number. */
export function number(form: Words, { min, max, preset }: { min: number; max: number; preset: number }) {
  const message = `Enter a number from ${min} to ${max}`;
  return z
    .int(message)
    .min(min, message)
    .max(max, message)
    .default(preset)
    .register(fieldForms, { kind: 'number', min, max, ...form });
}

/** One of several options; the first is the default. `labels` are their words in the editor. */
export const choice = <const Name extends string>(
  form: Words,
  [preset, ...more]: readonly [Name, ...Name[]],
  labels: Record<Name, string>,
) =>
  z
    .enum([preset, ...more], `Choose one of: ${Object.values(labels).join(', ')}`)
    .prefault(preset)
    .register(fieldForms, { kind: 'choice', options: labels, ...form });

/** A link with its words; without words it is not shown. */
export const link = (form: Words, preset = { label: '', to: '' }) =>
  z
    .object({
      label: textLine('The words', 60),
      to: textLine('The address', 500)
        .overwrite(linkOf)
        .refine(
          (address) => address === '' || isSafeLink(address),
          'Enter a path of this shop such as /products, or an address that begins with https://',
        ),
    })
    .default(preset)
    .register(fieldForms, { kind: 'link', ...form });

const picturePath = z
  .string('Not a picture of this shop')
  .regex(/^(uploads\/[a-z]+\/[A-Za-z0-9_-]{1,64}\.webp)?$/, 'Not a picture of this shop');

/** An uploaded picture with its description; an empty path for none. */
export const picture = (form: Words) =>
  z
    .object({ path: picturePath, alt: textLine('The description', 200) })
    .default({ path: '', alt: '' })
    .register(fieldForms, { kind: 'picture', ...form });

/** A list of entries of one kind. */
export const list = <Item extends z.ZodType>(form: Words & { item: string; max: number }, item: Item) =>
  z
    .array(item, 'Must be a list')
    .max(form.max, `At most ${form.max}`)
    .default([])
    .register(fieldForms, { kind: 'list', ...form });

/** Which products a section shows. */
export const productSources = ['featured', 'deals', 'trending', 'newest', 'category', 'chosen'] as const;
const ids = z.array(z.uuid('Not a product')).max(24, 'At most 24 products');
export const products = (form: Words, preset: (typeof productSources)[number]) =>
  z
    .object({
      source: z.enum(productSources, 'Choose which products are shown'),
      /** The address of the category, for the source `category`. */
      category: textLine('The category', 200),
      /** The ids of the products, for the source `chosen`. */
      ids,
    })
    .default({ source: preset, category: '', ids: [] })
    .register(fieldForms, { kind: 'products', ...form });
export type ProductChoice = z.output<ReturnType<typeof products>>;

/**
 * Text of the editor for policies: `content` as it is edited. `html` is what the server makes of it when a draft is saved;
 * what a client sends there is not used.
 */
export const richText = (form: Words, max = 20_000) =>
  z
    .object({
      content: z.string('Must be a text').max(max, 'This text is too long'),
      html: z.string().default(''),
    })
    .default({ content: '', html: '' })
    .register(fieldForms, { kind: 'rich-text', ...form });

/** The path of an uploaded video; empty for none. */
export const video = (form: Words) =>
  z
    .string('Not a video of this shop')
    .regex(/^(uploads\/video\/[A-Za-z0-9]{1,64}\.(mp4|webm))?$/, 'Not a video of this shop')
    .default('')
    .register(fieldForms, { kind: 'video', ...form });

/** The address of a video on YouTube in one form; empty for none. */
export const youtube = (form: Words) =>
  textLine('The address', 300)
    .overwrite((typed) => youtubeAddress(typed) ?? typed)
    .refine(
      (address) => address === '' || youtubeAddress(address) !== undefined,
      'Enter the address of a video on YouTube, such as https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    )
    .default('')
    .register(fieldForms, { kind: 'line', ...form });

const idOrNothing = (message: string) => z.union([z.literal(''), z.uuid(message)], message);

/** The id of a product; empty for none. */
export const product = (form: Words) =>
  idOrNothing('Not a product')
    .default('')
    .register(fieldForms, { kind: 'product', ...form });

/** The id of a brand; empty for none. */
export const maker = (form: Words) =>
  idOrNothing('Not a maker')
    .default('')
    .register(fieldForms, { kind: 'maker', ...form });

/** Which reviews a section shows: the newest ones with at least four stars, or those with these ids. */
export const reviews = (form: Words) =>
  z
    .object({
      source: z.enum(['newest', 'chosen'], 'Choose which reviews are shown'),
      ids: z.array(z.uuid('Not a review')).max(6, 'At most 6 reviews'),
    })
    .default({ source: 'newest', ids: [] })
    .register(fieldForms, { kind: 'reviews', ...form });

const percent = z.int('Must be a number from 0 to 100').min(0).max(100);

/** Products at points of a picture, in percent of its width and height. */
export const points = (form: Words & { picture: string }) =>
  z
    .array(z.object({ x: percent, y: percent, product: z.uuid('Not a product') }), 'Must be a list')
    .max(6, 'At most 6 points')
    .default([])
    .register(fieldForms, { kind: 'points', max: 6, ...form });
