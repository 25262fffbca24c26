import { z } from 'zod';
import type { ParcelSize } from '../../shared/contract/orders/couriers.ts';
import { toRupees, unitPrices } from '../../shared/money.ts';
import { minuteInIndia } from '../../shared/orders/order-date.ts';
import type { Account, BookedParcel, Courier, ParcelToBook, Tracking } from './courier-api.ts';
import { CourierError } from './courier-error.ts';
import {
  type AccountCall,
  type CourierCall,
  createCourierHttp,
  readAs,
  reasonOf,
  text,
} from './courier-http.ts';

/** A token is valid for ten days; it is replaced after nine. */
const tokenMs = 9 * 86_400_000;

const created = z.object({ order_id: text, shipment_id: text });
const assigned = z.object({
  response: z.object({
    data: z.object({ awb_code: text.pipe(z.string().min(1)), courier_name: z.string() }),
  }),
});
const found = z.object({
  data: z.array(
    z.object({
      id: text,
      channel_order_id: text,
      status: z.string().catch(''),
      shipments: z
        .array(z.object({ id: text, awb: text.nullish(), courier: z.string().nullish() }))
        .catch([]),
    }),
  ),
});
const services = z.object({
  data: z.object({
    available_courier_companies: z.array(
      z.object({
        courier_company_id: text,
        courier_name: z.string(),
        rate: z.coerce.number(),
        estimated_delivery_days: z.coerce.number().nullable().catch(null),
        cod: z.coerce.number().catch(0),
        blocked: z.coerce.number().catch(0),
      }),
    ),
  }),
});
const locations = z.object({
  data: z.object({ shipping_address: z.array(z.object({ pickup_location: z.string() })) }),
});
const tracked = z.object({
  tracking_data: z.object({
    shipment_status: z.coerce.number().nullish().catch(null),
    shipment_track: z
      .array(z.object({ current_status: z.string().nullish() }))
      .nullish()
      .catch(null),
  }),
});

/** Shiprocket by its API (india §2.1). It has no sandbox, and errors can come with status 200. */
export function createShiprocket(apiUrl: string): Courier {
  const { send, download } = createCourierHttp(`${apiUrl}/v1/external`);
  const { signIn, call } = createSession(send);

  return {
    find: (account, reference) => find(call, account, reference),
    track: (account, trackingNumber) => track(call, account, trackingNumber),

    async test(account) {
      await signIn(account);
      const path = '/settings/company/pickup';
      const reply = await call(account, { method: 'GET', name: 'pickup locations', path });
      return readAs(locations, reply).data.shipping_address.map((item) => item.pickup_location);
    },

    async rates(account, parcel) {
      const { codPaise } = parcel;
      const reply = await readServices(call, account, parcel, codPaise > 0);
      const companies = services.safeParse(reply).data?.data.available_courier_companies ?? [];
      return companies
        .filter(({ cod, blocked }) => blocked === 0 && (codPaise === 0 || cod === 1))
        .map((company) => ({
          id: company.courier_company_id,
          name: company.courier_name,
          amount: company.rate,
          days: company.estimated_delivery_days,
        }))
        .toSorted((a, b) => a.amount - b.amount);
    },

    async serves(account, parcel) {
      const reply = await readServices(call, account, parcel, false);
      // How it answers about a PIN code that nobody serves was not looked up: anything but these two is no answer.
      if (Object(reply).status === 404) return { isServed: false, hasCod: false };
      const companies = readAs(services, reply).data.available_courier_companies.filter(
        ({ blocked }) => blocked === 0,
      );
      return { isServed: companies.length > 0, hasCod: companies.some(({ cod }) => cod === 1) };
    },

    async book(account, parcel, { isRepeated, onCreated }) {
      const { known } = parcel;
      const before = isRepeated ? await find(call, account, parcel.reference) : undefined;
      if (before?.trackingNumber) return before;
      const ids = before ?? (known.orderId ? known : await create(call, account, parcel));
      await onCreated({ orderId: ids.orderId, shipmentId: ids.shipmentId });
      try {
        return await assign(
          call,
          account,
          { orderId: ids.orderId, shipmentId: ids.shipmentId },
          parcel.service,
        );
      } catch (error) {
        if (!(error instanceof CourierError) || error.kind !== 'rejected') throw error;
        // An earlier attempt has assigned it, and the search does not know that yet.
        if (/already/i.test(error.reason)) throw new CourierError('unanswered', 'assigned before');
        // An order without a tracking number is not left in the account. Its number is not used again, so one that can't
        // be cancelled does no harm.
        await cancelOrder(call, account, ids.orderId).catch(() => {});
        throw error;
      }
    },

    async label(account, { shipmentId }) {
      const body = { shipment_id: [shipmentId] };
      const path = '/courier/generate/label';
      const reply = await call(account, { method: 'POST', name: 'label', path, body });
      return download(accepted(z.object({ label_url: z.string().min(1) }), reply).label_url);
    },

    requestPickup: (account, { shipmentId }) => requestPickup(call, account, shipmentId),
    cancel: (account, parcel) => cancel(call, account, parcel),
  };
}

/** The session of one account, which is signed in when it is needed. */
function createSession(send: (request: CourierCall) => Promise<unknown>) {
  /** In memory only. */
  let session: { of: string; token: string; until: number } | undefined;

  async function signIn({ login, secret }: Account): Promise<string> {
    const body = { email: login, password: secret };
    const reply = await send({ method: 'POST', name: 'auth', path: '/auth/login', body }).catch((error) => {
      const isRefused = error instanceof CourierError && error.kind === 'rejected';
      throw isRefused ? new CourierError('unauthorised', 'refused the login') : error;
    });
    const { token } = readAs(z.object({ token: z.string().min(1) }), reply);
    session = { of: `${login}\n${secret}`, token, until: Date.now() + tokenMs };
    return token;
  }

  /** A call with a token. A token that is refused is replaced once. */
  async function call(account: Account, request: CourierCall): Promise<unknown> {
    const isOwn = session?.of === `${account.login}\n${account.secret}` && session.until > Date.now();
    const kept = isOwn ? session?.token : undefined;
    const withToken = async (token: string) =>
      send({ ...request, headers: { authorization: `Bearer ${token}` } });
    try {
      return await withToken(kept ?? (await signIn(account)));
    } catch (error) {
      if (!kept || !(error instanceof CourierError) || error.kind !== 'unauthorised') throw error;
      return withToken(await signIn(account));
    }
  }

  return { signIn, call };
}

async function find(
  call: AccountCall,
  account: Account,
  reference: string,
): Promise<BookedParcel | undefined> {
  const query = { search: reference };
  const reply = await call(account, { method: 'GET', name: 'orders', path: '/orders', query });
  const order = readAs(found, reply).data.find(
    ({ channel_order_id: id, status }) =>
      (id === reference || id.startsWith(`${reference}_`)) && !/cancel/i.test(status),
  );
  const [shipment] = order?.shipments ?? [];
  if (!order || !shipment) return undefined;
  const { id: shipmentId, awb, courier } = shipment;
  return { orderId: order.id, shipmentId, trackingNumber: awb ?? '', service: courier ?? '' };
}

async function create(call: AccountCall, account: Account, parcel: ParcelToBook) {
  const path = '/orders/create/adhoc';
  const reply = await call(account, {
    method: 'POST',
    name: 'orders',
    path,
    body: orderOf(account, parcel),
  });
  const { order_id: orderId, shipment_id: shipmentId } = accepted(created, reply);
  return { orderId, shipmentId };
}

async function assign(
  call: AccountCall,
  account: Account,
  ids: { orderId: string; shipmentId: string },
  service: string,
) {
  const body = { shipment_id: ids.shipmentId, ...(service && { courier_id: service }) };
  const reply = await call(account, { method: 'POST', name: 'assign', path: '/courier/assign/awb', body });
  const { awb_code: trackingNumber, courier_name: name } = accepted(assigned, reply).response.data;
  return { ...ids, trackingNumber, service: name };
}

const cancelOrder = (call: AccountCall, account: Account, orderId: string) =>
  call(account, { method: 'POST', name: 'cancel', path: '/orders/cancel', body: { ids: [orderId] } });

async function track(call: AccountCall, account: Account, trackingNumber: string): Promise<Tracking> {
  const path = `/courier/track/awb/${encodeURIComponent(trackingNumber)}`;
  const { tracking_data: data } = readAs(
    tracked,
    await call(account, { method: 'GET', name: 'track', path }),
  );
  const code = data.shipment_status ?? 0;
  return { status: data.shipment_track?.[0]?.current_status ?? '', state: stateOf(code) };
}

const readServices = (
  call: AccountCall,
  account: Account,
  parcel: ParcelSize & { pin: string },
  isCod: boolean,
) =>
  call(account, {
    method: 'GET',
    name: 'serviceability',
    path: '/courier/serviceability/',
    query: {
      pickup_postcode: account.pickupPin,
      delivery_postcode: parcel.pin,
      cod: isCod ? '1' : '0',
      weight: String(parcel.weightGrams / 1000),
      length: String(parcel.lengthCm),
      breadth: String(parcel.widthCm),
      height: String(parcel.heightCm),
    },
  });

async function requestPickup(call: AccountCall, account: Account, shipmentId: string): Promise<string> {
  const body = { shipment_id: [shipmentId] };
  const path = '/courier/generate/pickup';
  const asked = z.object({ response: z.object({ pickup_scheduled_date: z.string() }) });
  try {
    const reply = await call(account, { method: 'POST', name: 'pickup', path, body });
    return accepted(asked, reply).response.pickup_scheduled_date;
  } catch (error) {
    if (error instanceof CourierError && /already/i.test(error.reason)) return 'requested before';
    throw error;
  }
}

async function cancel(call: AccountCall, account: Account, { orderId, trackingNumber }: BookedParcel) {
  const body = { awbs: [trackingNumber] };
  const path = '/orders/cancel/shipment/awbs';
  if (trackingNumber)
    await call(account, { method: 'POST', name: 'cancel', path, body }).catch(async (error) => {
      const { state } = await track(call, account, trackingNumber);
      if (state !== 'cancelled') throw error;
    });
  await cancelOrder(call, account, orderId).catch((error) => {
    if (!(error instanceof CourierError) || error.kind !== 'rejected') throw error;
  });
}

/** A reply in this shape. One with another shape and a reason is a refusal. */
function accepted<T>(schema: z.ZodType<T>, reply: unknown): T {
  const { data } = schema.safeParse(reply);
  const reason = data ? '' : reasonOf(reply);
  if (reason) throw new CourierError('rejected', 'refused with status 200', { reason });
  return data ?? readAs(schema, reply);
}

function orderOf({ pickupLocation, login }: Account, parcel: ParcelToBook) {
  const { codPaise, items, lengthCm, widthCm, heightCm, weightGrams } = parcel;
  const valuePaise = items.reduce((sum, { paise }) => sum + paise, 0);
  return {
    order_id: parcel.reference,
    order_date: minuteInIndia(parcel.orderedAt),
    pickup_location: pickupLocation,
    comment: `Order ${parcel.orderNumber}`,
    billing_customer_name: parcel.name,
    billing_last_name: '',
    billing_address: parcel.address,
    billing_city: parcel.city.slice(0, 30),
    billing_pincode: parcel.pin,
    billing_state: parcel.state,
    // Required (india §2.1), and neither the buyer nor the shop must have one.
    billing_country: parcel.country,
    billing_email: parcel.email || login,
    billing_phone: parcel.mobile,
    shipping_is_billing: true,
    order_items: items.flatMap(({ name, sku, hsn, ...item }) =>
      unitPrices(item.paise, item.units).map(({ units, pricePaise }) => ({
        name,
        sku,
        units,
        selling_price: toRupees(pricePaise),
        ...(hsn && { hsn }),
      })),
    ),
    payment_method: codPaise > 0 ? 'COD' : 'Prepaid',
    // With COD, this is what the courier collects.
    sub_total: toRupees(codPaise > 0 ? codPaise : valuePaise),
    length: lengthCm,
    breadth: widthCm,
    height: heightCm,
    weight: weightGrams / 1000,
  };
}

/** Values of `shipment_status_id` (india §2.1) by what they mean for a shipment. */
const codes: Record<'shipped' | 'delivered' | 'returned' | 'cancelled', readonly number[]> = {
  // Also what is on its way back (9, 14, 40, 41, 46, 75, 78), lost (12) or damaged (25).
  shipped: [6, 9, 12, 14, 17, 18, 21, 22, 23, 24, 25, 38, 39, 40, 41, 42, 44, 46, 48, 75, 76, 77, 78],
  delivered: [7],
  returned: [10],
  cancelled: [8, 45],
};

function stateOf(code: number): Tracking['state'] {
  if (codes.shipped.includes(code)) return 'shipped';
  if (codes.delivered.includes(code)) return 'delivered';
  if (codes.returned.includes(code)) return 'returned';
  return codes.cancelled.includes(code) ? 'cancelled' : undefined;
}
