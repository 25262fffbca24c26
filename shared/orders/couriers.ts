type Courier = { name: string; alias?: RegExp; link: (number: string) => string };

/** Couriers in India and their public tracking pages. Those of India Post and Shadowfax have a form for the number. */
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

/** The names of couriers with a tracking link. */
export const courierNames: readonly string[] = couriers.map(({ name }) => name);

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/**
 * The tracking page of a shipment; null without a number or for an unknown courier. Case, spaces and additions in the
 * name are ignored (`BlueDart Express`).
 */
export function trackingLink(courier: string, trackingNumber: string): string | null {
  const number = trackingNumber.trim();
  if (!number) return null;
  const key = plain(courier);
  const found = couriers.find(({ name, alias }) => alias?.test(key) || key.startsWith(plain(name)));
  return found?.link(encodeURIComponent(number)) ?? null;
}
