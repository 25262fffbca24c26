import type { CourierFormat } from '../../shared/contract/orders/order-batches.ts';
import { uploadLine } from '../../shared/csv.ts';
import { toRupees } from '../../shared/money.ts';
import { minuteInIndia } from '../../shared/orders/order-date.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import type { Database } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import { listFileOrders } from './batch-queries.ts';
import { listOrdersToSend, type OrderToSend } from './courier-file-queries.ts';

const atOnce = 100;

/** The orders of a finished batch as CSV for the upload at a courier, in parts (india §2.4). */
export async function* courierFile(
  db: Database,
  batchId: string,
  format: CourierFormat,
): AsyncGenerator<string> {
  const columns = columnsOf[format];
  const { email: shopEmail } = await readSiteInfo(db);
  yield uploadLine(columns.map(([name]) => name));
  let from = 0;
  for (;;) {
    const next = await listFileOrders(db, batchId, from, atOnce);
    const last = next.at(-1);
    if (!last) return;
    from = last.at;
    const rows = await listOrdersToSend(
      db,
      next.map(({ id }) => id),
    );
    // Shiprocket takes no order without an email address.
    const sent = rows.map((row) => ({ ...row, email: row.email || shopEmail }));
    yield sent.map((row) => uploadLine(columns.map(([, read]) => read(row)))).join('');
  }
}

type Column = [name: string, read: (order: OrderToSend) => string | number];

const number = ({ id }: OrderToSend) => orderNumber(id);
const orderedAt = ({ createdAt }: OrderToSend) => minuteInIndia(createdAt);
const units = ({ items }: OrderToSend) => items.reduce((sum, { quantity }) => sum + quantity, 0);
const products = ({ items }: OrderToSend) =>
  items.map(({ name, variantLabel }) => (variantLabel ? `${name} (${variantLabel})` : name)).join('; ');
const skus = ({ items }: OrderToSend) => items.map(({ sku }) => sku).join('; ');
const hsns = ({ items }: OrderToSend) => [...new Set(items.flatMap(({ hsn }) => hsn ?? []))].join('; ');
const value = ({ goodsPaise }: OrderToSend) => toRupees(goodsPaise);
/** With COD, Shiprocket collects the total that it is sent. */
const total = (order: OrderToSend) => (order.codPaise > 0 ? cod(order) : value(order));
const terms = ({ codPaise }: OrderToSend) => (codPaise > 0 ? 'COD' : 'Prepaid');
const cod = ({ codPaise }: OrderToSend) => toRupees(codPaise);
const kilograms = ({ weightGrams }: OrderToSend) => (weightGrams === null ? '' : weightGrams / 1000);
const text = (value: number | null) => value ?? '';
/** Delhivery refuses these characters. */
const plain = (value: string) =>
  value
    .replace(/[&\\%#;]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const columnsOf: Record<CourierFormat, Column[]> = {
  shiprocket: [
    ['order_id', number],
    ['order_date', orderedAt],
    ['payment_method', terms],
    ['billing_customer_name', ({ shipping }) => shipping.name],
    ['billing_phone', ({ mobile }) => mobile],
    ['billing_email', ({ email }) => email],
    ['billing_address', ({ shipping }) => shipping.address],
    ['billing_city', ({ shipping }) => shipping.city.slice(0, 30)],
    ['billing_pincode', ({ shipping }) => shipping.postalCode],
    ['billing_state', ({ shipping }) => shipping.state],
    ['billing_country', ({ shipping }) => shipping.country],
    ['shipping_is_billing', () => 'true'],
    ['name', products],
    ['sku', skus],
    ['units', units],
    ['hsn', hsns],
    ['sub_total', total],
    ['length', (order) => text(order.lengthCm)],
    ['breadth', (order) => text(order.widthCm)],
    ['height', (order) => text(order.heightCm)],
    ['weight', kilograms],
  ],
  delhivery: [
    ['order', number],
    ['payment_mode', terms],
    ['cod_amount', cod],
    ['total_amount', total],
    ['name', ({ shipping }) => plain(shipping.name)],
    ['phone', ({ mobile }) => mobile],
    ['add', ({ shipping }) => plain(shipping.address)],
    ['city', ({ shipping }) => plain(shipping.city)],
    ['state', ({ shipping }) => shipping.state],
    ['pin', ({ shipping }) => shipping.postalCode],
    ['country', ({ shipping }) => shipping.country],
    ['products_desc', (order) => plain(products(order))],
    ['hsn_code', hsns],
    ['quantity', units],
    ['weight', (order) => text(order.weightGrams)],
    ['shipment_length', (order) => text(order.lengthCm)],
    ['shipment_width', (order) => text(order.widthCm)],
    ['shipment_height', (order) => text(order.heightCm)],
  ],
  'india-post': [
    ['Order', number],
    ['Receiver name', ({ shipping }) => shipping.name],
    ['Receiver address', ({ shipping }) => shipping.address],
    ['Receiver city', ({ shipping }) => shipping.city],
    ['Receiver state', ({ shipping }) => shipping.state],
    ['Receiver PIN code', ({ shipping }) => shipping.postalCode],
    ['Receiver mobile', ({ mobile }) => mobile],
    ['Weight (g)', (order) => text(order.weightGrams)],
    ['Length (cm)', (order) => text(order.lengthCm)],
    ['Breadth (cm)', (order) => text(order.widthCm)],
    ['Height (cm)', (order) => text(order.heightCm)],
    ['Value (₹)', value],
    ['COD amount (₹)', cod],
  ],
};
