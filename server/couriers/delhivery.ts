import { z } from 'zod';
import { toRupees } from '../../shared/money.ts';
import type { Account, BookedParcel, Courier, ParcelToBook, Tracking } from './courier-api.ts';
import { CourierError } from './courier-error.ts';
import { type AccountCall, createCourierHttp, readAs, reasonOf, text } from './courier-http.ts';

const pins = z.object({
  delivery_codes: z.array(z.object({ postal_code: z.object({ pre_paid: z.string(), cod: z.string() }) })),
});
const created = z.object({
  packages: z.array(z.object({ status: z.string(), waybill: text.catch(''), remarks: z.unknown() })),
});
const shipments = z.object({
  ShipmentData: z.array(
    z.object({
      Shipment: z.object({
        AWB: text,
        ReferenceNo: text.catch(''),
        Status: z.object({ Status: z.string(), StatusType: z.string().catch('') }),
      }),
    }),
  ),
});
const slips = z.object({ packages: z.array(z.object({ pdf_download_link: z.string().min(1) })).min(1) });

/** Delhivery by its API (india §2.2). */
export function createDelhivery(apiUrl: string): Courier {
  const { send, download } = createCourierHttp(apiUrl);
  const call: AccountCall = ({ secret }, request) =>
    send({ ...request, headers: { authorization: `Token ${secret}` } });

  return {
    find: (account, reference) => find(call, account, reference),
    track: (account, trackingNumber) => track(call, account, trackingNumber),

    async test(account) {
      const served = await readPins(call, account, account.pickupPin);
      if (served.length === 0)
        throw new CourierError('rejected', 'the PIN code is not served', {
          reason: `it does not serve the PIN code ${account.pickupPin} of the pickup location.`,
        });
      return [];
    },

    async rates(account, { pin, codPaise }) {
      const served = await readPins(call, account, pin);
      return served.some(({ pre_paid, cod }) => (codPaise > 0 ? cod : pre_paid) === 'Y')
        ? [{ id: '', name: 'Delhivery', amount: null, days: null }]
        : [];
    },

    async serves(account, { pin }) {
      const served = await readPins(call, account, pin);
      return {
        isServed: served.some(({ pre_paid }) => pre_paid === 'Y'),
        hasCod: served.some(({ cod }) => cod === 'Y'),
      };
    },

    async book(account, parcel, { isRepeated }) {
      const before = isRepeated ? await find(call, account, parcel.reference) : undefined;
      if (before) return before;
      const body = new URLSearchParams({ format: 'json', data: JSON.stringify(orderOf(account, parcel)) });
      const path = '/api/cmu/create.json';
      const reply = await call(account, { method: 'POST', name: 'create', path, body });
      const [parcelMade] = created.safeParse(reply).data?.packages ?? [];
      if (parcelMade?.waybill && /^success$/i.test(parcelMade.status)) return bookedAs(parcelMade.waybill);
      const reason = reasonOf(parcelMade ?? {}) || reasonOf(reply);
      // Its number was used before: by an attempt whose reply was lost.
      const earlier = /duplicate/i.test(reason) ? await find(call, account, parcel.reference) : undefined;
      if (earlier) return earlier;
      throw reason
        ? new CourierError('rejected', 'refused the shipment', { reason })
        : new CourierError('unanswered', 'answered in an unknown format');
    },

    async label(account, { trackingNumber }) {
      const query = { wbns: trackingNumber, pdf: 'true', pdf_size: '4R' };
      const path = '/api/p/packing_slip';
      const reply = await call(account, { method: 'GET', name: 'packing_slip', path, query });
      const [slip] = readAs(slips, reply).packages;
      return download(slip?.pdf_download_link ?? '');
    },

    requestPickup: (account, _parcel, day) => requestPickup(call, account, day),

    async cancel(account, { trackingNumber }) {
      const body = { waybill: trackingNumber, cancellation: 'true' };
      const reply = await call(account, { method: 'POST', name: 'edit', path: '/api/p/edit', body });
      const { status } = Object(reply);
      if (status === true) return;
      if ((await track(call, account, trackingNumber)).state === 'cancelled') return;
      throw new CourierError('rejected', 'refused the cancellation', { reason: reasonOf(reply) });
    },
  };
}

async function readPins(call: AccountCall, account: Account, pin: string) {
  const query = { filter_codes: pin };
  const path = '/c/api/pin-codes/json/';
  const reply = await call(account, { method: 'GET', name: 'pin-codes', path, query });
  return readAs(pins, reply).delivery_codes.map(({ postal_code }) => postal_code);
}

/** The parcel with this waybill or reference; undefined if Delhivery does not know it. */
async function look(call: AccountCall, account: Account, query: { waybill: string } | { ref_ids: string }) {
  const path = '/api/v1/packages/json/';
  const reply = await call(account, { method: 'GET', name: 'packages', path, query }).catch((error) => {
    if (error instanceof CourierError && error.kind === 'rejected') return {};
    throw error;
  });
  return shipments.safeParse(reply).data?.ShipmentData[0]?.Shipment;
}

async function find(
  call: AccountCall,
  account: Account,
  reference: string,
): Promise<BookedParcel | undefined> {
  const shipment = await look(call, account, { ref_ids: reference });
  if (!shipment || shipment.ReferenceNo !== reference || isCancelled(shipment)) return undefined;
  return bookedAs(shipment.AWB);
}

async function track(call: AccountCall, account: Account, trackingNumber: string): Promise<Tracking> {
  const shipment = await look(call, account, { waybill: trackingNumber });
  return { status: shipment?.Status.Status ?? '', state: shipment && stateOf(shipment) };
}

async function requestPickup(call: AccountCall, account: Account, day: string): Promise<string> {
  const body = {
    pickup_location: account.pickupLocation,
    pickup_date: day,
    pickup_time: '14:00:00',
    expected_package_count: 1,
  };
  const path = '/fm/request/new/';
  const reply = await call(account, { method: 'POST', name: 'pickup', path, body });
  const { data } = z.object({ pickup_id: text }).safeParse(reply);
  // A warehouse has one open request, whose pickup takes all parcels that are ready.
  const { pr_exist: exists } = Object(reply);
  if (!data && exists !== true)
    throw new CourierError('rejected', 'refused the pickup', { reason: reasonOf(reply) });
  return data ? `${day} 14:00` : 'requested before';
}

const bookedAs = (waybill: string): BookedParcel => ({
  orderId: '',
  shipmentId: '',
  trackingNumber: waybill,
  service: 'Delhivery',
});

/** Delhivery refuses these characters. */
const plain = (value: string) =>
  value
    .replace(/[&\\%#;]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function orderOf({ pickupLocation }: Account, parcel: ParcelToBook) {
  const { items, codPaise } = parcel;
  const valuePaise = items.reduce((sum, { paise }) => sum + paise, 0);
  const shipment = {
    name: plain(parcel.name),
    add: plain(parcel.address),
    city: plain(parcel.city),
    pin: parcel.pin,
    state: plain(parcel.state),
    country: plain(parcel.country),
    phone: parcel.mobile,
    order: parcel.reference,
    payment_mode: codPaise > 0 ? 'COD' : 'Prepaid',
    cod_amount: String(toRupees(codPaise)),
    total_amount: String(toRupees(codPaise > 0 ? codPaise : valuePaise)),
    products_desc: plain(items.map(({ name, units }) => `${units} x ${name}`).join(', ')).slice(0, 500),
    hsn_code: plain([...new Set(items.flatMap(({ hsn }) => hsn ?? []))].join(', ')),
    quantity: String(items.reduce((sum, { units }) => sum + units, 0)),
    weight: String(parcel.weightGrams),
    shipment_length: String(parcel.lengthCm),
    shipment_width: String(parcel.widthCm),
    shipment_height: String(parcel.heightCm),
    seller_name: plain(parcel.seller.name),
    seller_gst_tin: parcel.seller.gstin,
  };
  return { shipments: [shipment], pickup_location: { name: pickupLocation } };
}

type Known = { Status: { Status: string; StatusType: string } };

const isCancelled = ({ Status: { Status, StatusType } }: Known) =>
  StatusType === 'CN' || /^cancell?ed$/i.test(Status);

/** What a status means for a shipment. `RT`: on its way back. A parcel that was returned is `DL` with the status RTO. */
function stateOf(shipment: Known): Tracking['state'] {
  const { Status: status, StatusType: type } = shipment.Status;
  if (isCancelled(shipment)) return 'cancelled';
  if (type === 'DL') return /rto|return/i.test(status) ? 'returned' : 'delivered';
  if (type === 'RT') return 'shipped';
  return /^(manifested|not picked|open|scheduled)$/i.test(status) || status === '' ? undefined : 'shipped';
}
