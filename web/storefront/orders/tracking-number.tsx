import type { Shipment } from '../../../shared/contract/orders/shipments.ts';

/** The tracking number of a shipment, linked to the courier's page if that is known. */
export function TrackingNumber({ shipment: { trackingNumber, trackingUrl } }: { shipment: Shipment }) {
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
