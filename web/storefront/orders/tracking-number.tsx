import type { Shipment } from '../../../shared/contract/shipments.ts';

/** The tracking number of a parcel, linked to the courier's page if that is known. */
export function TrackingNumber({ parcel: { trackingNumber, trackingUrl } }: { parcel: Shipment }) {
  if (!trackingUrl) return trackingNumber;
  return (
    <a
      href={trackingUrl}
      target="_blank"
      rel="noreferrer"
      className="text-press underline underline-offset-4"
    >
      {trackingNumber}
    </a>
  );
}
