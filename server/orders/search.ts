import { emailOrMobile, normaliseEmail } from '../../shared/contact/contact-rules.ts';
import { isId } from '../../shared/id.ts';
import { plainText } from '../../shared/text/plain-text.ts';

/** The possible meanings of an order search. An order matches if any of them does. */
export type OrderSearch = {
  orderId?: string;
  providerOrderId?: string;
  providerPaymentId?: string;
  providerRefundId?: string;
  documentNumber?: { series: string; year: string; number: number };
  /** The first digits of an order's id, as the range of ids that begin with them. */
  idRange?: [from: string, to: string];
  /** The last six digits of an order's id, which is its number. */
  orderNumber?: string;
  /** For LIKE, in lower case. */
  pattern?: string;
  /** Whether names and SKUs of products are searched too. */
  inItems?: boolean;
};

/**
 * Parses the search text of an admin: `order 8B87E1`, `#8b87e1`, the first digits of the id, or a part of a name,
 * address, product or other text of the order. `seesMoney`: also `HT/26-27/34`, and a payment or refund id of the
 * provider; to other admins these are texts like any other.
 */
export function readSearch(text: string, { seesMoney }: { seesMoney: boolean }): OrderSearch {
  const plain = plainText(text);
  if (isId(plain)) return { orderId: plain };
  const reference = seesMoney && readReference(plain);
  return reference || { ...readNumber(plain), pattern: pattern(text), inItems: text.length > 2 };
}

/** A reference of the provider, or the number of a document. */
function readReference(text: string): OrderSearch | undefined {
  const [, kind] = /^(pay|rfnd|order)_\w+$/.exec(text) ?? [];
  if (kind === 'order') return { providerOrderId: text };
  if (kind === 'pay') return { providerPaymentId: text };
  if (kind === 'rfnd') return { providerRefundId: text };
  const documentNumber = readDocumentNumber(text);
  return documentNumber && { documentNumber };
}

/** `HT/26-27/000034`, `invoice ht/26-27/34`, `TEST-000007`. */
function readDocumentNumber(text: string): OrderSearch['documentNumber'] {
  const code = text.replace(/^(invoice|credit note)\b[\s#:]*/i, '').toUpperCase();
  const [, series, year, number] = /^([A-Z0-9][\w/-]*)\/(\d\d-\d\d)\/(\d{1,9})$/.exec(code) ?? [];
  if (series && year) return { series, year, number: Number(number) };
  const [, test, testNumber] = /^(TEST|TEST-CN|TEST-GC|TEST-GCN)-(\d{1,9})$/.exec(code) ?? [];
  return test ? { series: test, year: '', number: Number(testNumber) } : undefined;
}

function readNumber(text: string): Pick<OrderSearch, 'idRange' | 'orderNumber'> {
  const digits = text
    .toLowerCase()
    .replace(/^(order|number|no\b\.?|id\b|[#:\s])+/, '')
    .replace(/[\s-]/g, '');
  if (!/^[0-9a-f]{4,32}$/.test(digits)) return {};
  return {
    idRange: [digits.padEnd(32, '0'), digits.padEnd(32, 'f')],
    ...(digits.length === 6 && { orderNumber: digits }),
  };
}

/** One or two letters match the start of a word, more match anywhere; a mobile may contain spaces and +91. */
function pattern(text: string): string {
  const plain = plainText(text);
  const mobile = /^\+?[\d\s()-]{7,}$/.test(plain) ? plain.replace(/\D/g, '').slice(-10) : undefined;
  const email = 'email' in emailOrMobile(text) ? normaliseEmail(text) : undefined;
  const words = (mobile ?? email ?? text).toLowerCase().replace(/[\\%_]/g, '\\$&');
  return words.length < 3 ? `% ${words}%` : `%${words}%`;
}
