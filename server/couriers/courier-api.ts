import type { CourierProvider, CourierRate, ParcelSize } from '../../shared/contract/orders/couriers.ts';
import type { ShipmentState } from '../../shared/contract/orders/shipments.ts';

/** The account of the shop at a courier. */
export type Account = {
  /** The email address of the API user; empty for couriers with an API token. */
  login: string;
  /** The password of the API user, or the API token. */
  secret: string;
  pickupLocation: string;
  pickupPin: string;
};

/** Where a parcel goes, how large it is, and what is collected for it. */
export type ParcelToRate = ParcelSize & {
  pin: string;
  /** What the courier collects on delivery, in paise; 0 for a prepaid order. */
  codPaise: number;
};

/** What a courier does at a PIN code. */
export type PinAnswer = { isServed: boolean; hasCod: boolean };

/** A parcel as couriers need it. */
export type ParcelToBook = ParcelToRate & {
  /** The number of the order at the courier: never used for two parcels. */
  reference: string;
  /** The number of the order, for the label. */
  orderNumber: string;
  orderedAt: Date;
  name: string;
  address: string;
  city: string;
  state: string;
  country: string;
  /** Ten digits. */
  mobile: string;
  /** That of the shop if the buyer has none; empty if neither has one. */
  email: string;
  /** `paise`: what all units of an item cost after discounts, with GST. */
  items: { name: string; sku: string; hsn: string | null; units: number; paise: number }[];
  /** The service that was chosen; empty: the courier chooses. */
  service: string;
  /** The ids of an earlier attempt, if they are known. */
  known: { orderId: string; shipmentId: string };
  seller: { name: string; gstin: string };
};

/** What a courier has booked. */
export type BookedParcel = {
  orderId: string;
  shipmentId: string;
  trackingNumber: string;
  /** The name of the service that carries it. */
  service: string;
};

/** Where a parcel is. */
export type Tracking = {
  /** In the words of the courier. */
  status: string;
  /** The state of a shipment that it means: undefined before the pickup, `cancelled` if the courier does not carry it. */
  state: Exclude<ShipmentState, 'packed'> | undefined;
};

/**
 * A courier with an API. Each function makes calls over the network, so none of them is used in a transaction. They
 * throw a CourierError.
 */
export type Courier = {
  /** Signs in. Returns the names of the pickup locations of the account; none if the courier does not list them. */
  test(account: Account): Promise<string[]>;
  /** The services that deliver a parcel from the pickup location; none if the courier does not deliver there. */
  rates(account: Account, parcel: ParcelToRate): Promise<CourierRate[]>;
  /** Whether it delivers a prepaid parcel from the pickup location to a PIN code, and collects cash there. */
  serves(account: Account, parcel: ParcelSize & { pin: string }): Promise<PinAnswer>;
  /**
   * Books a parcel. With `isRepeated`, an earlier attempt may have booked it: it is looked up by its reference first.
   * `onCreated` stores ids that are known before the tracking number.
   */
  book(
    account: Account,
    parcel: ParcelToBook,
    steps: {
      isRepeated: boolean;
      onCreated: (ids: Pick<BookedParcel, 'orderId' | 'shipmentId'>) => Promise<void>;
    },
  ): Promise<BookedParcel>;
  /** Finds what was booked with a reference. */
  find(account: Account, reference: string): Promise<BookedParcel | undefined>;
  /** The label as a PDF. */
  label(account: Account, parcel: BookedParcel): Promise<Buffer>;
  /** Requests the pickup on a day (`2026-11-21`). Returns when it is, in the words of the courier. */
  requestPickup(account: Account, parcel: BookedParcel, day: string): Promise<string>;
  /** Cancels a parcel that is not picked up. No error if it is cancelled already. */
  cancel(account: Account, parcel: BookedParcel): Promise<void>;
  track(account: Account, trackingNumber: string): Promise<Tracking>;
};

export type Couriers = Record<CourierProvider, Courier>;
