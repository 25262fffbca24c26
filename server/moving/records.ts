import { z } from 'zod';
import { discountInput } from '../../shared/contract/catalogue/discounts.ts';
import { formerLine, formerOrderTexts, formerPlace } from '../../shared/contract/moves.ts';

export const customerRecord = z.object({
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  address: z
    .object({
      name: z.string(),
      address: z.string(),
      city: z.string(),
      state: z.string(),
      postalCode: z.string(),
    })
    .nullable(),
  tags: z.array(z.string()),
  note: z.string(),
  acceptsMail: z.boolean(),
  acceptsTexts: z.boolean(),
});
export type CustomerRecord = z.infer<typeof customerRecord>;

const orderLine = formerLine.extend({
  /** Of one unit. */
  pricePaise: z.number(),
  discountPaise: z.number(),
});
export type OrderLine = z.infer<typeof orderLine>;

/** What the page of an old order shows besides its columns. */
export const orderDetails = formerOrderTexts.extend({
  subtotalPaise: z.number(),
  shippingPaise: z.number(),
  taxPaise: z.number(),
  discountPaise: z.number(),
  billing: formerPlace.nullable(),
  shipping: formerPlace.nullable(),
  lines: z.array(orderLine),
});

/** An order of the former shop, with its amounts in paise exactly as in the file. */
export const orderRecord = z.object({
  number: z.string(),
  placedAt: z.string(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  paymentStatus: z.string(),
  fulfilmentStatus: z.string(),
  cancelledAt: z.string().nullable(),
  totalPaise: z.number(),
  refundedPaise: z.number(),
  /** What was received and not refunded. */
  netPaise: z.number(),
  details: orderDetails,
});
export type OrderRecord = z.infer<typeof orderRecord>;

export const discountRecord = discountInput;

export const giftCardRecord = z.object({
  ending: z.string(),
  name: z.string(),
  email: z.string(),
  balancePaise: z.number(),
  /** The last day in India on which it can be used. */
  expiresOn: z.string().nullable(),
});
export type GiftCardRecord = z.infer<typeof giftCardRecord>;

export const redirectRecord = z.object({ from: z.string(), to: z.string() });

/** A row of a file as it is stored until it is imported: the record, or why it is left out. */
export type ReadRecord = {
  line: number;
  /** Identifies the record within a move; null if it is left out. */
  key: string | null;
  label: string;
  data: object | null;
  /** Why it is left out, or what of it is. */
  reason: string;
  paise?: number | undefined;
  placedAt?: string | undefined;
  /** It is here already. */
  isKnown?: boolean | undefined;
  /** Lines of an order whose first line is elsewhere in the file. */
  isContinuation?: true;
};

/** A record that can't be imported; of an order, with its amount and date if they can be read. */
export const leftOut = (
  line: number,
  label: string,
  reason: string,
  { paise, placedAt }: Pick<ReadRecord, 'paise' | 'placedAt'> = {},
): ReadRecord => ({
  line,
  key: null,
  label: label.slice(0, 200),
  data: null,
  reason,
  paise,
  placedAt,
});
