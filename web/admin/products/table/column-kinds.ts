import type { z } from 'zod';
import { productChange } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import type {
  RowChange,
  TableProduct,
  TableVariant,
} from '../../../../shared/contract/catalogue/product-table.ts';
import { readNumber } from '../../../../shared/read-amount.ts';

/** A row of the spreadsheet: a product, one of its variants, or both if the product has no options. */
export type Row = { key: string; product: TableProduct; variant: TableVariant | null; isMain: boolean };

/** What a text of a cell means: a change, with the text that stands for it, or what is wrong with it. */
type Parsed<Change> = { text: string; change: Change } | { problem: string };

export type ProductPart = RowChange['change'];
export type VariantPart = RowChange['variants'][number]['change'];
export type ProductBefore = RowChange['before'];
export type VariantBefore = RowChange['variants'][number]['before'];

type Common = {
  id: string;
  label: string;
  width: number;
  isNumber?: boolean;
  isAmount?: boolean;
  isFlag?: boolean;
  /** What the cell suggests while it is edited. */
  choices?: string[];
  /** Whether the column is hidden until it is chosen. */
  isHidden?: boolean;
};
export type ProductColumn = Common & {
  kind: 'product';
  read: (product: TableProduct) => string;
  parse: (text: string, product: TableProduct) => Parsed<ProductPart>;
  /** The stored values that a change replaces. */
  before: (product: TableProduct) => ProductBefore;
};
export type VariantColumn = Common & {
  kind: 'variant';
  read: (variant: TableVariant) => string;
  parse: (text: string) => Parsed<VariantPart>;
  before: (variant: TableVariant) => VariantBefore;
};
export type Column = ProductColumn | VariantColumn;

/** Whether a row has a cell in a column. Gift cards have no tax. */
export function hasCell({ product, variant, isMain }: Row, { kind, id }: Column): boolean {
  if (product.isGiftCard && (id === 'hsn' || id === 'gstRate')) return false;
  return kind === 'product' ? isMain : variant !== null;
}

/** The stored value of a cell as text. */
export function storedText({ product, variant }: Row, column: Column): string {
  if (column.kind === 'product') return column.read(product);
  return variant ? column.read(variant) : '';
}

/** The name of a row, for messages and screen readers. */
export const nameOf = ({ product, variant }: Pick<Row, 'product' | 'variant'>): string =>
  [product.name, variant?.values.join(' / ')].filter(Boolean).join(' · ');

export const fields = productChange.shape;

/** Reads an input with the server's schema: a change, or what is wrong. */
export function check<Value, Change>(
  schema: z.ZodType<Value>,
  input: unknown,
  done: (value: Value) => Parsed<Change>,
): Parsed<Change> {
  const { data, error } = schema.safeParse(input);
  if (error) return { problem: error.issues[0]?.message ?? 'This value is not valid' };
  return done(data);
}

/** A text on one line. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
/** A number as people and spreadsheets write it, without its unit, as the schemas read it. */
export const plainNumber = (text: string, unit = '') => {
  const number = text.trim().toLowerCase();
  return String(readNumber(unit && number.endsWith(unit) ? number.slice(0, -unit.length) : number) ?? text);
};
export const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
