import { stateOfGstin } from '../contact/indian-states.ts';
import { isGstin, normaliseGstin } from '../gstin.ts';

/** Maximum lengths of what a buyer adds to an order. */
export const extraLimits = { note: 500, giftMessage: 300, businessName: 150 };

/** What a buyer adds to an order at checkout; empty texts for nothing. */
export interface OrderExtras {
  note: string;
  giftMessage: string;
  businessName: string;
  gstin: string;
  /** Whether the business is a unit or developer of a Special Economic Zone. */
  isSez: boolean;
}

/** The texts to which buyers have agreed, by version. A changed text gets another version. */
export const whatsappTexts = {
  '2026-11': 'Send me updates about this order on WhatsApp.',
} as const;
export type WhatsappVersion = keyof typeof whatsappTexts;

/** The version that the checkout shows now. */
export const whatsappVersion: WhatsappVersion = '2026-11';

/** Whether this is a GSTIN with the code of a state and the right check character. */
export const isBuyerGstin = (gstin: string): boolean => isGstin(gstin) && stateOfGstin(gstin) !== undefined;

/** What a business that buys is, if it is one of a Special Economic Zone. */
export const sezText = 'Special Economic Zone (SEZ) unit or developer';

/** The business of an order in words, a line for each fact. */
export const businessText = ({
  name,
  gstin,
  isSez,
}: {
  name: string;
  gstin: string;
  isSez: boolean;
}): string => [name, `GSTIN ${gstin}`, isSez && sezText].filter(Boolean).join('\n');

type Business = Pick<OrderExtras, 'businessName' | 'gstin' | 'isSez'>;

/**
 * The messages about the business that buys, by field: name and GSTIN or none, and one of a Special Economic Zone has
 * them. Empty if they are valid.
 */
export function businessProblems({ businessName, gstin, isSez }: Business) {
  const name = businessName.trim();
  const number = normaliseGstin(gstin);
  return {
    ...(number && !name && { businessName: 'Business name is required' }),
    ...((name || isSez) && !number && { gstin: 'GSTIN is required' }),
    ...(number && !isBuyerGstin(number) && { gstin: 'Enter a valid GSTIN' }),
  };
}
