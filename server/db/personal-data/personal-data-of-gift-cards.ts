import { adminName, columnsAs, customer, none, redacted, type TableMap } from './personal-columns.ts';

/** A gift card without a recipient is not mailed, and keeps its balance. */
const withoutRecipient = `recipient_name = '', recipient_email = '', message = '', send_on = null`;

/** The personal data in the tables of gift cards. */
export const giftCardData: Record<string, TableMap> = {
  gift_card_entries: { other: '', personal: { by_label: adminName } },
  gift_card_uses: none(''),
  gift_cards: {
    other: 'code_hash code_ending',
    personal: {
      ...columnsAs(
        'recipient_name recipient_email',
        customer('who gets the gift card by mail', 'replaced', 'records'),
      ),
      message: customer('message to who gets the gift card', 'redacted', 'records'),
      reason: redacted,
    },
    rowsOf: 'recipient_email = {email} and created_at >= {since}',
    replaces: withoutRecipient,
    retention: {
      days: 365,
      after: 'sent_at',
      where: `recipient_email <> ''`,
      set: withoutRecipient,
    },
  },
};
