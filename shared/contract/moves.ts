import { z } from 'zod';
import { searchField } from './text-fields.ts';
import { paging } from './wire.ts';

/** What can be moved, in the order in which it is imported. */
export const moveKind = z.enum([
  'products',
  'customers',
  'orders',
  'discounts',
  'giftCards',
  'redirects',
  'reviews',
]);
export type MoveKind = z.infer<typeof moveKind>;

const moveProgram = z.enum(['shopify', 'woocommerce']);
export type MoveProgram = z.infer<typeof moveProgram>;

/** A file of a move. `problem`: why it can't be read; empty if it can, or is not read yet. */
const moveFile = z.object({
  _id: z.string(),
  name: z.string(),
  program: moveProgram,
  kind: moveKind,
  bytes: z.number(),
  read: z.boolean(),
  problem: z.string(),
});

/** How many records of a kind are new, here already (they stay as they are), and left out. */
const moveCount = z.object({
  kind: moveKind,
  new: z.number(),
  known: z.number(),
  left: z.number(),
  /** How many have a remark: why they are left out, or what of them is. */
  remarks: z.number(),
});

/**
 * A move of a shop. `draft`: files are added and read, and `counts` say what an import would do. `undoable`: null if it
 * can be undone, or why not.
 */
export const move = z.object({
  _id: z.string(),
  state: z.enum(['draft', 'importing', 'imported', 'undoing', 'undone']),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  total: z.number(),
  done: z.number(),
  files: z.array(moveFile),
  counts: z.array(moveCount),
  /** What an undo has left because it was used meanwhile. */
  remains: z.array(z.object({ kind: moveKind, count: z.number() })),
  cantUndo: z.string().nullable(),
});
export type Move = z.infer<typeof move>;

/** Reply of `POST /moves/files`. `refused`: the files of the ZIP that are left out, and why. */
export const moveWithNew = move.extend({
  refused: z.array(z.object({ name: z.string(), message: z.string() })),
});
export type MoveWithNew = z.infer<typeof moveWithNew>;

/** Body of `POST /moves/{id}/start`: how the products of the files are read, as in `importFields`. */
export const moveStart = z.object({
  rupeesPerUnit: z
    .number('Enter how many rupees one unit is worth')
    .positive('Enter how many rupees one unit is worth')
    .max(100_000, 'Enter how many rupees one unit is worth')
    .default(1),
  pricesIncludeGst: z.boolean('Must be true or false').default(true),
  newProducts: z.enum(['draft', 'file'], 'Must be draft or file').default('file'),
});
export type MoveStart = z.infer<typeof moveStart>;

/** Query of `GET /moves/{id}/remarks`. */
export const moveRemarkQuery = z.object({ kind: moveKind, ...paging });

/** A record about which there is something to say. */
export const moveRemark = z.object({
  file: z.string(),
  line: z.number(),
  label: z.string(),
  outcome: z.enum(['new', 'known', 'left']),
  reason: z.string(),
});
export type MoveRemark = z.infer<typeof moveRemark>;

/**
 * What the files of a move say, and what is here. Months are those of India, `2026-11`; empty for orders without a date
 * that can be read. Amounts in rupees. `orders` and `customers` are those that differ, at most 500.
 */
export const reconciliation = z.object({
  finishedAt: z.string().nullable(),
  kinds: z.array(
    z.object({
      kind: moveKind,
      inFiles: z.number(),
      moved: z.number(),
      known: z.number(),
      left: z.number(),
      /** How many of what the move has created are here now; of redirects, also those that it added itself. */
      here: z.number(),
    }),
  ),
  months: z.array(
    z.object({
      month: z.string(),
      fileOrders: z.number(),
      fileTotal: z.number(),
      hereOrders: z.number(),
      hereTotal: z.number(),
      refunded: z.number(),
    }),
  ),
  orders: z.array(
    z.object({
      number: z.string(),
      inFile: z.number().nullable(),
      here: z.number().nullable(),
      reason: z.string(),
    }),
  ),
  /** `inFile`: what the file of customers says that they spent; `here`: what was received for their old orders. */
  customers: z.array(z.object({ _id: z.string(), name: z.string(), inFile: z.number(), here: z.number() })),
});
export type Reconciliation = z.infer<typeof reconciliation>;

/** Query of `GET /former-orders`: those of a customer, or that match a search. */
export const formerOrderQuery = z.object({
  search: searchField,
  customer: z.string().max(100).optional(),
  ...paging,
});
export type FormerOrderQuery = z.infer<typeof formerOrderQuery>;

/** An address as the former shop had it. */
export const formerPlace = z.object({
  name: z.string(),
  company: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
  phone: z.string(),
});
export type FormerPlace = z.infer<typeof formerPlace>;

/** What the page of an old order shows besides amounts, addresses and lines. */
export const formerOrderTexts = z.object({
  discountCode: z.string(),
  paymentMethod: z.string(),
  paymentReference: z.string(),
  shippingMethod: z.string(),
  /** The id of the former shop. */
  sourceId: z.string(),
  note: z.string(),
  tags: z.string(),
});

export const formerLine = z.object({
  name: z.string(),
  sku: z.string(),
  quantity: z.number(),
  status: z.string(),
});

/** An order of the former shop in a list. Amounts in rupees, exactly as in its file. */
export const formerOrder = z.object({
  _id: z.string(),
  number: z.string(),
  program: moveProgram,
  customer: z.string().nullable(),
  placedAt: z.string(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** As the former shop wrote them: `paid`, `partially_refunded`, `wc-completed` without its prefix. */
  paymentStatus: z.string(),
  fulfilmentStatus: z.string(),
  cancelledAt: z.string().nullable(),
  total: z.number(),
  refunded: z.number(),
  /** What was received and not refunded. */
  net: z.number(),
  items: z.number(),
});
export type FormerOrder = z.infer<typeof formerOrder>;

export const formerOrderDetail = formerOrder.extend(formerOrderTexts.shape).extend({
  subtotal: z.number(),
  shipping: z.number(),
  tax: z.number(),
  discount: z.number(),
  billing: formerPlace.nullable(),
  shipTo: formerPlace.nullable(),
  /** Prices of one unit. */
  lines: z.array(formerLine.extend({ price: z.number(), discount: z.number() })),
});
export type FormerOrderDetail = z.infer<typeof formerOrderDetail>;
