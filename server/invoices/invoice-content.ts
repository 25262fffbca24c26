import type { Selectable } from 'kysely';
import { findIndianState, type IndianState, stateOfGstin } from '../../shared/contact/indian-states.ts';
import type { ShippingDetails } from '../../shared/contract/accounts/contact-fields.ts';
import { apportion, taxWithin } from '../../shared/money.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import type { OrderItems, Orders } from '../db/schema.ts';
import { rupeeWords } from './rupee-words.ts';

type InvoiceItem = Pick<
  Selectable<OrderItems>,
  | 'name'
  | 'variantLabel'
  | 'sku'
  | 'hsn'
  | 'gstTenths'
  | 'unitPaise'
  | 'quantity'
  | 'discountPaise'
  | 'shippingPaise'
  | 'linePaise'
  | 'freePaise'
> & {
  /** Not null for a gift card, which is no supply: what it pays for is taxed. */
  recipient?: unknown;
  /** The titles of the discounts of the shop that reduce it. */
  discountTitles?: string[] | undefined;
};

/** The input of an invoice: rows of the order, and the current settings. */
export type InvoiceInput = {
  code: string;
  issuedAt: Date;
  order: Pick<
    Selectable<Orders>,
    | 'id'
    | 'createdAt'
    | 'name'
    | 'email'
    | 'mobile'
    | 'isTest'
    | 'businessName'
    | 'gstin'
    | 'isSez'
    | 'roundingPaise'
    | 'codFeePaise'
  > & {
    shipping: ShippingDetails | null;
  };
  items: InvoiceItem[];
  paymentId: string | null;
  seller: {
    shopName: string;
    legalName: string;
    address: string;
    state: string;
    gstin: string;
    email: string;
    mobile: string;
  };
};

export type Tax = { taxablePaise: number; cgstPaise: number; sgstPaise: number; igstPaise: number };

export type InvoiceLine = Tax & {
  name: string;
  variant: string;
  sku: string;
  hsn: string;
  gstTenths: number;
  quantity: number;
  unitPaise: number;
  /** Shares of discount, free gift card, delivery charge and fee of cash on delivery; absent without any. */
  discountPaise?: number;
  freePaise?: number;
  discountTitles?: string[];
  shippingPaise?: number;
  codFeePaise?: number;
  linePaise: number;
  /** Has neither tax nor taxable value (CGST Act, section 12(4)); absent for goods. */
  isGiftCard?: true;
  /** What the total was rounded by: the last line, without tax and taxable value; absent for others. */
  isRounding?: true;
  /** In a credit note: the index of the invoice line, from 0. Older notes do not have it. */
  line?: number;
};

/** `isSez` is absent unless it is a unit or developer of a Special Economic Zone. */
type InvoicedBusiness = { name: string; gstin: string; isSez?: true };

/** The complete content of an invoice, from which the PDF is drawn. Money in paise, dates in ISO 8601. */
export type InvoiceContent = {
  kind: 'invoice' | 'credit_note';
  title: string;
  code: string;
  issuedAt: string;
  against: { code: string; issuedAt: string } | null;
  isTest: boolean;
  orderNumber: string;
  orderedAt: string;
  paymentId: string | null;
  seller: InvoiceInput['seller'];
  /** `business` of a buyer with a GSTIN. */
  buyer: { name: string; email: string; mobile: string; business?: InvoicedBusiness };
  delivery: ShippingDetails | null;
  /** `code` is empty if the state is unknown. */
  placeOfSupply: { name: string; code: string };
  /** 'none' without a GSTIN; 'split' is CGST + SGST; 'integrated' is IGST. */
  tax: 'none' | 'split' | 'integrated';
  lines: InvoiceLine[];
  summary: (Tax & { gstTenths: number; taxPaise: number })[];
  /** `giftCardPaise` is of gift cards, `roundingPaise` what the total was rounded by; absent without any. */
  totals: Tax & { totalPaise: number; giftCardPaise?: number; roundingPaise?: number };
  totalWords: string;
};

/**
 * The content of an invoice (contract §3). Lines add up to the total to the paisa: in each, taxable value + taxes =
 * price × quantity − shares of discount and free gift card + those of charge and fee; gift cards and rounding have neither.
 */
export function invoiceContent(input: InvoiceInput): InvoiceContent {
  const { order, seller } = input;
  const { home, place, tax } = supplyOf(seller, order);
  const fees = apportion(
    order.codFeePaise,
    input.items.map(({ shippingPaise }) => shippingPaise),
  );
  const lines = input.items
    .map((item, index) => invoiceLine(item, fees[index] ?? 0, tax))
    .concat(roundingLines(order.roundingPaise));
  const totals = totalsOf(lines);
  return {
    kind: 'invoice',
    title: tax === 'none' || lines.every(({ isGiftCard }) => isGiftCard) ? 'Invoice' : 'Tax Invoice',
    code: input.code,
    issuedAt: input.issuedAt.toISOString(),
    against: null,
    isTest: order.isTest,
    orderNumber: orderNumber(order.id),
    orderedAt: order.createdAt.toISOString(),
    paymentId: input.paymentId,
    seller: { ...seller, state: home ? `${home.name} (${home.gstCode})` : seller.state },
    buyer: {
      name: order.name,
      email: order.email,
      mobile: order.mobile,
      ...(order.gstin && { business: businessOf(order) }),
    },
    delivery: order.shipping,
    placeOfSupply: place,
    tax,
    lines,
    summary: summarise(lines),
    totals,
    totalWords: rupeeWords(totals.totalPaise),
  };
}

/** The tax in an order that is not yet placed, in paise, as its invoice will have it. */
export function taxOfSale(
  seller: Seller,
  buyer: TaxedBuyer,
  items: { linePaise: number; freePaise: number; gstTenths: number }[],
): Tax & Pick<InvoiceContent, 'placeOfSupply'> & { kind: InvoiceContent['tax'] } {
  const { place, tax } = supplyOf(seller, buyer);
  const sums = sumTax(
    items.map(({ linePaise, freePaise, gstTenths }) => lineTax(linePaise - freePaise, gstTenths, tax)),
  );
  return { ...sums, kind: tax, placeOfSupply: place };
}

type Seller = Pick<InvoiceInput['seller'], 'state' | 'gstin'>;
/**
 * What decides about place of supply and tax: the delivery address, the GSTIN of a business or '', and whether that is a
 * unit or developer of a Special Economic Zone.
 */
export type TaxedBuyer = { shipping: Pick<ShippingDetails, 'state'> | null; gstin: string; isSez: boolean };

const businessOf = ({ businessName: name, gstin, isSez }: InvoiceInput['order']): InvoicedBusiness =>
  isSez ? { name, gstin, isSez } : { name, gstin };

/**
 * The seller's state, the place of supply and the kind of tax that follows from them. A supply to a Special Economic Zone
 * is inter-state, wherever it is (IGST Act, section 7(5)(b)).
 */
function supplyOf(seller: Seller, buyer: TaxedBuyer) {
  const home = findIndianState(seller.state) ?? stateOfGstin(seller.gstin);
  const place = placeOfSupply(buyer, home, seller.state);
  const isInterState = buyer.isSez || home?.gstCode !== place.code;
  const taxed = isInterState ? ('integrated' as const) : ('split' as const);
  return { home, place, tax: seller.gstin ? taxed : ('none' as const) };
}

/** The Indian financial year of a moment, April to March by the clock of India: '26-27'. */
export function financialYear(date: Date): string {
  const inIndia = new Date(date.getTime() + 330 * 60_000);
  const start = inIndia.getUTCFullYear() - (inIndia.getUTCMonth() < 3 ? 1 : 0);
  const twoDigits = (year: number) => String(year % 100).padStart(2, '0');
  return `${twoDigits(start)}-${twoDigits(start + 1)}`;
}

/** 'HT/26-27/000001': at most the 16 characters that tax law allows; throws where the prefix leaves no room. */
export function invoiceCode(prefix: string, year: string, number: number): string {
  const room = 16 - prefix.length - year.length - 2;
  const digits = String(number).padStart(Math.min(6, room), '0');
  if (digits.length > room) throw new Error(`No room for invoice number ${number} after ${prefix}/${year}/`);
  return `${prefix}/${year}/${digits}`;
}

/**
 * The state of the business that buys, else that of the delivery, else that of the seller (IGST Act, section 10(1);
 * contract §3.1).
 */
function placeOfSupply({ shipping, gstin }: TaxedBuyer, home: IndianState | undefined, sellerState: string) {
  const state = stateOfGstin(gstin) ?? (shipping ? findIndianState(shipping.state) : home);
  if (state) return { name: state.name, code: state.gstCode };
  return { name: shipping?.state ?? sellerState, code: '' };
}

function invoiceLine(item: InvoiceItem, codFeePaise: number, tax: InvoiceContent['tax']): InvoiceLine {
  const shippingPaise = item.shippingPaise - codFeePaise;
  // A discount that is known before the supply reduces its value (CGST Act, section 15(3)).
  const linePaise = item.linePaise - item.freePaise;
  return {
    name: item.name,
    variant: item.variantLabel,
    sku: item.sku,
    hsn: item.hsn ?? '',
    gstTenths: item.gstTenths,
    quantity: item.quantity,
    unitPaise: item.unitPaise,
    ...(item.discountPaise > 0 && { discountPaise: item.discountPaise }),
    ...(item.discountTitles && { discountTitles: item.discountTitles }),
    ...(item.freePaise > 0 && { freePaise: item.freePaise }),
    ...(shippingPaise > 0 && { shippingPaise }),
    ...(codFeePaise > 0 && { codFeePaise }),
    linePaise,
    ...(item.recipient ? giftCardLine : lineTax(linePaise, item.gstTenths, tax)),
  };
}

const noTax: Tax = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };

/** What the line of a gift card has instead of a tax. */
export const giftCardLine = { ...noTax, isGiftCard: true as const };

const nothingSold = { variant: '', sku: '', hsn: '', gstTenths: 0, quantity: 0, unitPaise: 0, ...noTax };

/** The line of what a total was rounded by, in paise; none for 0 (india §1.4). */
const roundingLines = (linePaise: number): InvoiceLine[] =>
  linePaise === 0 ? [] : [{ name: 'Rounding', ...nothingSold, linePaise, isRounding: true }];

/**
 * The taxes in the price of a line (contract §3.5): CGST and SGST, or IGST, are each rounded half up to a paisa by
 * themselves, and the taxable value is what is left.
 */
function lineTax(linePaise: number, gstTenths: number, tax: InvoiceContent['tax']): Tax {
  const half = tax === 'split' ? taxWithin(linePaise, gstTenths, 2) : 0;
  const igstPaise = tax === 'integrated' ? taxWithin(linePaise, gstTenths) : 0;
  return { taxablePaise: linePaise - 2 * half - igstPaise, cgstPaise: half, sgstPaise: half, igstPaise };
}

/** The totals of a document with these lines. */
export function totalsOf(lines: InvoiceLine[]): InvoiceContent['totals'] {
  const sum = (lines: InvoiceLine[]) => lines.reduce((total, { linePaise }) => total + linePaise, 0);
  const giftCardPaise = sum(lines.filter(({ isGiftCard }) => isGiftCard));
  const roundingPaise = sum(lines.filter(({ isRounding }) => isRounding));
  return {
    ...sumTax(lines),
    totalPaise: sum(lines),
    ...(giftCardPaise > 0 && { giftCardPaise }),
    ...(roundingPaise !== 0 && { roundingPaise }),
  };
}

/** The sum of these taxes and taxable values. */
export function sumTax(lines: Tax[]): Tax {
  const sum = { ...noTax };
  for (const line of lines) {
    sum.taxablePaise += line.taxablePaise;
    sum.cgstPaise += line.cgstPaise;
    sum.sgstPaise += line.sgstPaise;
    sum.igstPaise += line.igstPaise;
  }
  return sum;
}

/** The same for each tax rate, without gift cards and rounding. */
export function summarise(lines: InvoiceLine[]): InvoiceContent['summary'] {
  const goods = lines.filter(({ isGiftCard, isRounding }) => !isGiftCard && !isRounding);
  const rates = [...new Set(goods.map((line) => line.gstTenths))].sort((a, b) => a - b);
  return rates.map((gstTenths) => {
    const sum = sumTax(goods.filter((line) => line.gstTenths === gstTenths));
    return { gstTenths, ...sum, taxPaise: sum.cgstPaise + sum.sgstPaise + sum.igstPaise };
  });
}
