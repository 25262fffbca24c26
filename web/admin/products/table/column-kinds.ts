import { productChange } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import type { TableProduct, TableVariant } from '../../../../shared/contract/catalogue/product-table.ts';
import { readNumber } from '../../../../shared/read-amount.ts';

/** A row of the spreadsheet: a product, one of its variants, or both if the product has no options. */
export type Row = { key: string; product: TableProduct; variant: TableVariant | null; isMain: boolean };

/** What a text of a cell means: fields with values, with the text that stands for them, or what is wrong with it. */
type Parsed = { text: string; change: Record<string, unknown> } | { problem: string };

export type Column = {
  id: string;
  label: string;
  width: number;
  kind: 'product' | 'variant';
  /** The stored value as text. */
  read: (row: Row) => string;
  parse: (text: string, row: Row) => Parsed;
  /** The id of the attribute whose values the cell has. */
  attribute?: string;
  isNumber?: boolean;
  isAmount?: boolean;
  isFlag?: boolean;
  /** What the cell suggests while it is edited. */
  choices?: string[];
  /** Whether the column is hidden until it is chosen. */
  isHidden?: boolean;
};

/** Whether a row has a cell in a column. Gift cards have no tax. */
export function hasCell({ product, variant, isMain }: Row, { kind, id }: Column): boolean {
  if (product.isGiftCard && (id === 'hsn' || id === 'gstRate')) return false;
  return kind === 'product' ? isMain : variant !== null;
}

/** The name of a row, for messages and screen readers. */
export const nameOf = ({ product, variant }: Pick<Row, 'product' | 'variant'>): string =>
  [product.name, variant?.values.join(' / ')].filter(Boolean).join(' · ');

const fields = productChange.shape;
type Field = Exclude<keyof typeof fields, 'options' | 'variants'>;

/** The column of a field whose text the server's schema reads, after `input` if it needs more than one line of it. */
export function fieldColumn(
  kind: Column['kind'],
  id: Field,
  label: string,
  width: number,
  { input = oneLine, ...more }: Partial<Column> & { input?: (text: string) => unknown } = {},
): Column {
  return {
    kind,
    id,
    label,
    width,
    read: ({ product, variant }) => textOf(Reflect.get(kind === 'product' ? product : (variant ?? {}), id)),
    parse(text) {
      const { data, error } = fields[id].safeParse(input(text));
      if (error) return { problem: error.issues[0]?.message ?? 'This value is not valid' };
      return { text: textOf(data), change: { [id]: data } };
    },
    ...more,
  };
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** A text on one line. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
/** A number as people and spreadsheets write it, without its unit, as the schemas read it. */
export const plainNumber = (text: string, unit = '') => {
  const number = text.trim().toLowerCase();
  return String(readNumber(unit && number.endsWith(unit) ? number.slice(0, -unit.length) : number) ?? text);
};
export const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
