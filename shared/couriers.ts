type Courier = { name: string; alias?: RegExp; link: (number: string) => string };

/** Couriers in India and their public tracking pages. The pages of India Post and Shadowfax ask for the number. */
const couriers: Courier[] = [
  {
    name: 'Amazon Shipping',
    alias: /^amazon/,
    link: (n) => `https://track.amazon.in/tracking/${n}?trackingId=${n}`,
  },
  {
    name: 'Blue Dart',
    link: (n) => `https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=${n}`,
  },
  { name: 'Delhivery', link: (n) => `https://www.delhivery.com/track-v2/package/${n}` },
  { name: 'DTDC', link: (n) => `https://www.dtdc.in/trace.asp?strCnno=${n}` },
  { name: 'Ekart', link: (n) => `https://ekartlogistics.com/shipmenttrack/${n}` },
  {
    name: 'India Post',
    alias: /^(indiapost|indianpost|speedpost)/,
    link: () => 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx',
  },
  { name: 'Shadowfax', link: () => 'https://www.shadowfax.in/track-order' },
  { name: 'Shiprocket', link: (n) => `https://shiprocket.co/tracking/${n}` },
  { name: 'Xpressbees', link: (n) => `https://www.xpressbees.com/shipment/tracking?awbNo=${n}` },
];

/** The couriers whose tracking page is known, by name. */
export const courierNames: readonly string[] = couriers.map(({ name }) => name);

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/**
 * The page where a parcel can be tracked; null without a number or where the courier is not known. The courier's name
 * may be written in any way (`BlueDart Express`).
 */
export function trackingLink(courier: string, trackingNumber: string): string | null {
  const number = trackingNumber.trim();
  if (!number) return null;
  const written = plain(courier);
  const known = couriers.find(({ name, alias }) => alias?.test(written) || written.startsWith(plain(name)));
  return known?.link(encodeURIComponent(number)) ?? null;
}
