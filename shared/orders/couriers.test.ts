import { expect, it } from 'vitest';
import { courierNames, trackingLink } from './couriers.ts';

it.each([
  ['Delhivery', '1490/81', 'https://www.delhivery.com/track-v2/package/1490%2F81'],
  ['BlueDart Express', '42', 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=42'],
  ['speed post', 'EI123456789IN', /^https:\/\/www\.indiapost\.gov\.in\/.*trackconsignment\.aspx$/],
  ['My cousin', '42', null],
  ['', '42', null],
  ['DTDC', ' ', null],
])('the tracking page of %s for %s', (courier, number, link) => {
  const found = trackingLink(courier, number);
  if (link instanceof RegExp) expect(found).toMatch(link);
  else expect(found).toBe(link);
});

it('every listed courier has an https tracking page', () => {
  for (const name of courierNames) expect(trackingLink(name, '1'), name).toMatch(/^https:/);
});
