import { z } from 'zod';
import { emailField } from '../accounts/contact-fields.ts';
import { line, longText, requiredLine } from '../text-fields.ts';
import { paging, rupeesAmount } from '../wire.ts';

const maxRupees = 1_00_000;
export const wrongAmount = 'Enter an amount from ₹1 to ₹1,00,000';
const day = z.iso.date('Enter a date');

/** To whom the code of a card is mailed, and on which day in India. */
const recipient = z.object({
  name: requiredLine('Name', 100),
  email: emailField,
  message: longText('Message', 500).default(''),
  sendOn: day,
});

/** Body of `POST /gift-cards`. Without a recipient, the reply has the code, which is not shown again. */
export const giftCardInput = z.object({
  amount: rupeesAmount.min(1, wrongAmount).max(maxRupees, wrongAmount),
  /** Why the shop gives it. */
  reason: requiredLine('Reason', 200),
  /**
   * Whether the shop gives it away for nothing: what it pays of an order is then a discount (contract §13). False for one
   * that was sold, or that replaces money which the shop owes.
   */
  isFree: z.boolean('Must be true or false').default(true),
  /** The last day in India on which it can be used; null for no end. */
  expiresOn: day.nullable().default(null),
  recipient: recipient.nullable().default(null),
});
export type GiftCardInput = z.infer<typeof giftCardInput>;

/** Body of `PUT /gift-cards/{id}`. */
export const giftCardChange = z.object({
  disabled: z.boolean('Must be true or false'),
  expiresOn: day.nullable(),
});
export type GiftCardChange = z.infer<typeof giftCardChange>;

/** Body of `POST /gift-cards/{id}/send`. */
export const giftCardSending = z
  .object({
    /** Another address for the recipient. */
    email: emailField.optional(),
  })
  .nullish();

const giftCardState = z.enum(['active', 'used', 'expired', 'disabled']);

/** A gift card in the back office, in rupees. The shop does not know its code. */
export const giftCard = z.object({
  _id: z.string(),
  createdAt: z.string(),
  /** The last four characters of the code; empty until it was mailed. */
  ending: z.string(),
  state: giftCardState,
  amount: z.number(),
  balance: z.number(),
  reason: z.string(),
  isFree: z.boolean(),
  expiresOn: z.string().nullable(),
  recipient: z
    .object({
      name: z.string(),
      email: z.string(),
      message: z.string(),
      sendOn: z.string(),
      sentAt: z.string().nullable(),
    })
    .nullable(),
});
export type GiftCard = z.infer<typeof giftCard>;

/** The changes of a balance in rupees, oldest first. */
export const giftCardDetails = giftCard.extend({
  entries: z.array(
    z.object({
      at: z.string(),
      kind: z.enum(['issued', 'used', 'returned', 'refunded', 'cancelled']),
      amount: z.number(),
      by: z.string(),
      order: z.object({ _id: z.string(), number: z.string() }).nullable(),
    }),
  ),
});
export type GiftCardDetails = z.infer<typeof giftCardDetails>;

/** `code`: of a new card without a recipient; it is not shown again. */
export const createdGiftCard = z.object({ card: giftCard, code: z.string().nullable() });
export type CreatedGiftCard = z.infer<typeof createdGiftCard>;

export const giftCardQuery = z.object({
  ...paging,
  search: line('Search', 100).default(''),
});
export type GiftCardQuery = z.infer<typeof giftCardQuery>;

const balances = z.object({ cards: z.number(), balance: z.number() });

/**
 * What is left on gift cards, in rupees: on those that can be used (`outstanding`), on the free ones among these, and on
 * disabled and expired ones.
 */
export const giftCardTotals = z.object({ outstanding: balances, free: balances, blocked: balances });
export type GiftCardTotals = z.infer<typeof giftCardTotals>;
