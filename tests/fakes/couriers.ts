import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PDFDocument } from '@cantoo/pdf-lib';

export const shiprocketLogin = { login: 'api@shop.example.in', secret: 'shiprocket-password' };
export const delhiveryToken = 'delhivery-token';
const warehouse = { pickup_location: 'Warehouse', pin_code: '302001' };
/** PIN codes that no courier delivers to. */
export const unservedPin = '744301';

/** Fields of an order at Shiprocket (india §2.1). */
const requiredByShiprocket = [
  'order_id order_date pickup_location billing_customer_name billing_address billing_city billing_pincode',
  'billing_state billing_country billing_email billing_phone order_items shipping_is_billing payment_method',
  'sub_total length breadth height weight',
].flatMap((fields) => fields.split(' '));

/**
 * Its reply is `lost`, the courier is `down`, refuses, is `silent` until it stops, or sends something that is not JSON.
 */
type Failure = 'lost' | 'down' | 'refused' | 'silent' | 'garbled';

type Parcel = {
  reference: string;
  orderId: string;
  shipmentId: string;
  trackingNumber: string;
  isCancelled: boolean;
  pickups: number;
  /** As it was sent. */
  request: Record<string, unknown>;
  /** Shiprocket: a value of `shipment_status_id`. Delhivery: status and type. */
  status: number | [status: string, type: string];
};

const withoutBase = ({ pathname }: URL) => pathname.replace(/^\/v1\/external/, '');

/**
 * Both couriers of india §2 as one server: it accepts what they document, keeps what was booked, and lets calls fail.
 * Paths do not overlap, so its address serves as that of both.
 */
export async function startFakeCouriers(port = 0) {
  const parcels: Parcel[] = [];
  const requests: string[] = [];
  let failures: { path: string; how: Failure; times: number }[] = [];
  let labelUrl = '';
  let signIns = 0;
  let tokens = 0;
  let next = 1000;

  const byShipment = (id: unknown) => parcels.find(({ shipmentId }) => shipmentId === String(id));
  const byNumber = (number: unknown) =>
    parcels.find(({ trackingNumber }) => trackingNumber === String(number));

  function book(request: Record<string, unknown>, reference: string, status: Parcel['status']): Parcel {
    const id = next++;
    const made = {
      reference,
      request,
      status,
      isCancelled: false,
      pickups: 0,
      trackingNumber: '',
      orderId: String(id),
      shipmentId: String(id + 50_000),
    };
    parcels.push(made);
    return made;
  }

  type Reply = [status: number, body: unknown];
  type ToAssign = { shipment_id: unknown; courier_id?: string };
  const refuse = (message: string): Reply => [422, { message, status_code: 422 }];

  const shiprocket: Record<string, (body: never, url: URL) => Reply> = {
    'POST /auth/login': ({ email, password }: { email: string; password: string }) => {
      signIns++;
      const isRight = email === shiprocketLogin.login && password === shiprocketLogin.secret;
      return isRight
        ? [200, { token: `token-${++tokens}` }]
        : [400, { message: 'Invalid email and password combination', status_code: 400 }];
    },
    'GET /settings/company/pickup': () => [200, { data: { shipping_address: [warehouse] } }],
    'GET /courier/serviceability/': (_body, { searchParams }) => {
      if (searchParams.get('delivery_postcode') === unservedPin)
        return [200, { status: 404, message: 'Delivery postcode not serviceable' }];
      const companies = [
        ['43', 'Delhivery Surface', 54, '4', 1],
        ['1', 'Blue Dart', 81.5, '2', 0],
      ].map(([id, name, rate, days, cod]) => ({
        courier_company_id: Number(id),
        courier_name: name,
        rate,
        estimated_delivery_days: days,
        cod,
        blocked: 0,
      }));
      return [200, { data: { available_courier_companies: companies } }];
    },
    'POST /orders/create/adhoc': (request: Record<string, unknown>) => {
      const reference = String(request.order_id);
      const missing = requiredByShiprocket.find((field) => !request[field]);
      if (missing) return refuse(`The ${missing.replaceAll('_', ' ')} field is required.`);
      if (parcels.some((parcel) => parcel.reference === reference)) return refuse('Order id already exists');
      // Errors can come with status 200 (india §2.1).
      if (request.pickup_location !== 'Warehouse')
        return [200, { message: 'Wrong pickup location entered.' }];
      const { orderId, shipmentId } = book(request, reference, 0);
      const ids = { order_id: Number(orderId), shipment_id: Number(shipmentId) };
      return [200, { ...ids, status: 'NEW', awb_code: null }];
    },
    'POST /courier/assign/awb': ({ shipment_id: id, courier_id }: ToAssign) => {
      const parcel = byShipment(id);
      if (!parcel) return refuse('Shipment not found');
      if (parcel.trackingNumber) return [200, { message: 'AWB is already assigned' }];
      if (parcel.request.billing_pincode === unservedPin)
        return [
          200,
          { awb_assign_status: 0, response: { data: { awb_assign_error: 'Pincode not serviceable' } } },
        ];
      parcel.trackingNumber = `SR${parcel.orderId}`;
      parcel.status = 1;
      const courier = courier_id === '1' ? 'Blue Dart' : 'Delhivery Surface';
      return [200, { response: { data: { awb_code: parcel.trackingNumber, courier_name: courier } } }];
    },
    'GET /orders': (_body, { searchParams }) => [
      200,
      {
        data: parcels
          .filter(({ reference }) => reference.includes(searchParams.get('search') ?? ''))
          .map((parcel) => ({
            id: Number(parcel.orderId),
            channel_order_id: parcel.reference,
            status: parcel.isCancelled ? 'CANCELED' : 'NEW',
            shipments: [
              { id: Number(parcel.shipmentId), awb: parcel.trackingNumber, courier: 'Delhivery Surface' },
            ],
          })),
      },
    ],
    'POST /courier/generate/label': ({ shipment_id: [id] }: { shipment_id: unknown[] }) => {
      const parcel = byShipment(id);
      return parcel?.trackingNumber
        ? [200, { label_created: 1, label_url: labelUrl || `${url}/labels/${parcel.trackingNumber}.pdf` }]
        : [200, { label_created: 0, response: 'No valid shipment ids to print label' }];
    },
    'POST /courier/generate/pickup': ({ shipment_id: [id] }: { shipment_id: unknown[] }) => {
      const parcel = byShipment(id);
      if (!parcel) return refuse('Shipment not found');
      parcel.pickups++;
      return [200, { response: { pickup_scheduled_date: '2026-11-24 09:00:00' } }];
    },
    'POST /orders/cancel/shipment/awbs': ({ awbs: [number] }: { awbs: string[] }) => {
      const parcel = byNumber(number);
      if (!parcel || (typeof parcel.status === 'number' && parcel.status >= 6))
        return refuse('It is on its way');
      parcel.isCancelled = true;
      parcel.status = 8;
      return [200, { message: 'Bulk Shipment cancellation is in progress.' }];
    },
    'POST /orders/cancel': ({ ids: [id] }: { ids: string[] }) => {
      const parcel = parcels.find(({ orderId }) => orderId === String(id));
      if (parcel) parcel.isCancelled = true;
      return [200, { message: 'Order cancelled successfully.' }];
    },
  };

  function trackShiprocket(number: string): Reply {
    const parcel = byNumber(number);
    // “No activities yet” is a 200 too.
    if (!parcel || parcel.status === 1)
      return [200, { tracking_data: { track_status: 0, error: 'There is no activity yet.' } }];
    const current = { 8: 'CANCELED', 18: 'IN TRANSIT', 7: 'DELIVERED', 10: 'RTO DELIVERED' };
    const [, words = 'PICKED UP'] =
      Object.entries(current).find(([code]) => Number(code) === parcel.status) ?? [];
    return [
      200,
      {
        tracking_data: {
          track_status: 1,
          shipment_status: parcel.status,
          shipment_track: [{ awb_code: number, current_status: words }],
        },
      },
    ];
  }

  const delhivery: Record<string, (body: never, url: URL) => Reply> = {
    'GET /c/api/pin-codes/json/': (_body, { searchParams }) => {
      const pin = searchParams.get('filter_codes');
      const served = pin === unservedPin ? [] : [{ postal_code: { pin, pre_paid: 'Y', cod: 'N' } }];
      return [200, { delivery_codes: served }];
    },
    'POST /api/cmu/create.json': (form: { format: string; data: string }) => {
      if (form.format !== 'json' || /[&\\%#;]/.test(form.data))
        return [200, { success: false, rmk: 'Bad format' }];
      const { shipments, pickup_location: location } = JSON.parse(form.data);
      const [request] = shipments;
      if (location.name !== 'Warehouse')
        return [
          200,
          { success: false, packages: [{ status: 'Fail', remarks: ['ClientWarehouse does not exist'] }] },
        ];
      if (parcels.some(({ reference }) => reference === request.order))
        return [200, { success: false, packages: [{ status: 'Fail', remarks: ['Duplicate order id'] }] }];
      const parcel = book(request, request.order, ['Manifested', 'UD']);
      parcel.trackingNumber = `149${parcel.orderId}`;
      return [
        200,
        { success: true, packages: [{ status: 'Success', waybill: parcel.trackingNumber, remarks: [''] }] },
      ];
    },
    'GET /api/v1/packages/json/': (_body, { searchParams }) => {
      const parcel =
        byNumber(searchParams.get('waybill')) ??
        parcels.find(({ reference }) => reference === searchParams.get('ref_ids'));
      if (!parcel || typeof parcel.status === 'number')
        return [200, { Success: false, Error: 'No such waybill' }];
      const [Status, StatusType] = parcel.status;
      const shipment = {
        AWB: parcel.trackingNumber,
        ReferenceNo: parcel.reference,
        Status: { Status, StatusType },
      };
      return [200, { ShipmentData: [{ Shipment: shipment }] }];
    },
    'GET /api/p/packing_slip': (_body, { searchParams }) => [
      200,
      { packages: [{ pdf_download_link: `${url}/labels/${searchParams.get('wbns')}.pdf` }] },
    ],
    'POST /fm/request/new/': () => [200, { pickup_id: 77 }],
    'POST /api/p/edit': ({ waybill }: { waybill: string }) => {
      const parcel = byNumber(waybill);
      if (!parcel || typeof parcel.status === 'number' || parcel.status[1] !== 'UD')
        return [200, { status: false, remark: 'Not allowed' }];
      parcel.isCancelled = true;
      parcel.status = ['Canceled', 'UD'];
      return [200, { status: true, waybill }];
    },
  };

  function reply(request: IncomingMessage, url: URL, text: string): Reply {
    const own = withoutBase(url);
    const isShiprocket = own !== url.pathname;
    const route = `${request.method} ${own}`;
    const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const body = (form ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || '{}')) as never;
    const { authorization } = request.headers;
    if (isShiprocket && own !== '/auth/login' && authorization !== `Bearer token-${tokens}`)
      return [401, { message: 'Token has expired', status_code: 401 }];
    if (!isShiprocket && authorization !== `Token ${delhiveryToken}`)
      return [401, { detail: 'Invalid token' }];
    if (isShiprocket && own.startsWith('/courier/track/awb/'))
      return trackShiprocket(decodeURIComponent(own.slice('/courier/track/awb/'.length)));
    return (isShiprocket ? shiprocket : delhivery)[route]?.(body, url) ?? [404, { message: '404 Not Found' }];
  }

  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://courier');
    const text = Buffer.concat(await request.toArray()).toString();
    if (url.pathname.startsWith('/labels/'))
      return response.writeHead(200, { 'content-type': 'application/pdf' }).end(await labelPdf(url.pathname));
    requests.push(`${request.method} ${withoutBase(url)}`);
    const failure = failures.find(({ path }) => url.pathname.endsWith(path));
    if (failure && --failure.times <= 0) failures = failures.filter((item) => item !== failure);
    if (failure?.how === 'down') return response.writeHead(503).end('<html>Service unavailable</html>');
    if (failure?.how === 'silent') return;
    if (failure?.how === 'garbled') return response.writeHead(200).end('{"data": [');
    if (failure?.how === 'refused')
      return response.writeHead(200).end(JSON.stringify({ message: 'Wallet balance is too low' }));
    const [status, body] = reply(request, url, text);
    // The work is done, but the reply never arrives.
    if (failure?.how === 'lost') return request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** The settings with which a shop uses it. */
    env: { SHIPROCKET_API_URL: url, DELHIVERY_API_URL: url },
    parcels,
    /** Every call, such as `POST /orders/create/adhoc`. */
    requests,
    signIns: () => signIns,
    /** Lets the next calls of paths that end like this fail. */
    fail: (path: string, how: Failure, times = 1) => {
      failures.push({ path, how, times });
    },
    /** Lets Shiprocket name another address for its labels; '' for its own. */
    labelsAt: (address: string) => {
      labelUrl = address;
    },
    /** Ends all tokens of Shiprocket. */
    expireTokens: () => {
      tokens++;
    },
    /** Sets where a parcel is. */
    move(trackingNumber: string, status: Parcel['status']) {
      const parcel = byNumber(trackingNumber);
      if (!parcel) throw new Error(`no parcel ${trackingNumber}`);
      parcel.status = status;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
export type FakeCouriers = Awaited<ReturnType<typeof startFakeCouriers>>;

/** A page of 4 by 6 inches with this title. */
async function labelPdf(title: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage([288, 432]);
  pdf.setTitle(title);
  return pdf.save();
}
