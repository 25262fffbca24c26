import { randomInt } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { BookedParcel, Courier, Tracking } from './courier-api.ts';
import { CourierError } from './courier-error.ts';
import * as queries from './test-courier-queries.ts';

/**
 * The last digits of PIN codes with which its answers are tried: it does not go there, brings the parcel back, or takes
 * no cash.
 */
const unserved = /99$/;
const returning = /98$/;
const withoutCash = /9[79]$/;

const way: Tracking[] = [
  { status: 'Booked', state: undefined },
  { status: 'Picked up', state: 'shipped' },
  { status: 'In transit', state: 'shipped' },
  { status: 'Out for delivery', state: 'shipped' },
];
const delivered: Tracking = { status: 'Delivered', state: 'delivered' };
const returned: Tracking = { status: 'Returned to origin', state: 'returned' };

const services = [
  { id: 'standard', name: 'Test Standard', amount: 60, days: 4 },
  { id: 'express', name: 'Test Express', amount: 110, days: 2 },
];

/**
 * A courier that carries nothing, so that booking, label, pickup and tracking can be tried without an account (decision
 * 114). Each time that it is asked where a parcel is, the parcel has moved one step.
 */
export function createTestCourier(db: Database): Courier {
  const bookedAs = ({ reference, trackingNumber }: queries.TestParcel, service = ''): BookedParcel => ({
    orderId: reference,
    shipmentId: reference,
    trackingNumber,
    service: services.find(({ id }) => id === service)?.name ?? 'Test Standard',
  });

  async function find(_account: unknown, reference: string): Promise<BookedParcel | undefined> {
    const parcel = await queries.findTestParcel(db, { reference });
    return parcel && !parcel.isCancelled ? bookedAs(parcel) : undefined;
  }

  async function get(trackingNumber: string): Promise<queries.TestParcel> {
    const parcel = await queries.findTestParcel(db, { trackingNumber });
    if (!parcel) throw new CourierError('rejected', 'unknown parcel', { reason: 'There is no such parcel.' });
    return parcel;
  }

  return {
    find,
    test: async () => [],
    rates: async (_account, { pin }) => (unserved.test(pin) ? [] : services),

    serves: async (_account, { pin }) => ({ isServed: !unserved.test(pin), hasCod: !withoutCash.test(pin) }),

    async book(_account, { reference, pin, service }) {
      if (unserved.test(pin))
        throw new CourierError('rejected', 'not served', { reason: `It does not deliver to ${pin}.` });
      const trackingNumber = `TEST${randomInt(1_000_000_000, 9_999_999_999)}`;
      return bookedAs(await queries.insertTestParcel(db, { reference, trackingNumber, pin }), service);
    },

    label: async (_account, { trackingNumber }) => drawLabel(await get(trackingNumber)),

    requestPickup: async (_account, _parcel, day) => `${day} (test: nobody comes)`,

    async cancel(_account, { trackingNumber }) {
      const { steps } = await get(trackingNumber);
      if (steps > 0)
        throw new CourierError('rejected', 'picked up', { reason: 'The parcel was picked up already.' });
      await queries.cancelTestParcel(db, trackingNumber);
    },

    async track(_account, trackingNumber) {
      const { isCancelled, pin, steps } = await queries.moveTestParcel(
        db,
        trackingNumber,
        await get(trackingNumber),
      );
      if (isCancelled) return { status: 'Cancelled', state: 'cancelled' };
      return way[steps] ?? (returning.test(pin) ? returned : delivered);
    },
  };
}

/** A page of 4 × 6 inches. It is written by hand, because it has four lines and no fonts of its own. */
function drawLabel({ trackingNumber, pin }: queries.TestParcel): Buffer {
  const lines = [
    'TEST COURIER',
    'Not a real label: nobody collects this parcel.',
    trackingNumber,
    `PIN ${pin}`,
  ];
  const text = lines
    .map((line, index) => `BT /F1 ${index === 1 ? 10 : 20} Tf 20 ${380 - index * 40} Td (${line}) Tj ET`)
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${pdf}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
    'latin1',
  );
}
