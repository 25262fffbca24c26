import { expect, it } from 'vitest';
import { placeLines, placeText, withState } from './address-lines.ts';

it('an address names its state once', () => {
  const jaipur = { city: 'Jaipur', postalCode: '302001', state: 'Rajasthan' };
  expect(placeText(jaipur)).toBe('Jaipur 302001, Rajasthan');
  expect(placeLines({ ...jaipur, country: 'India' })).toEqual(['Jaipur 302001', 'Rajasthan, India']);
  for (const city of ['Rajasthan', 'Jaipur, Rajasthan', 'Jaipur RAJASTHAN'])
    expect(placeText({ ...jaipur, city })).toBe(`${city} 302001`);
  const delhi = { city: 'New Delhi', postalCode: '110001', state: 'Delhi', country: 'India' };
  expect(placeLines(delhi)).toEqual(['New Delhi 110001', 'India']);
  expect(placeText({ city: 'Chandigarh', postalCode: '160055', state: 'Punjab' })).toBe(
    'Chandigarh 160055, Punjab',
  );
});

it.each([
  ['14 Neem Chowk, Jaipur, Rajasthan 302001', 'Rajasthan'],
  ['14 Neem Chowk, Jaipur 302001, rajasthan, India.', 'Rajasthan'],
  ['5 Residency Road, Srinagar, Jammu & Kashmir - 190001', 'Jammu and Kashmir'],
  [
    '8 Station Road, Daman, Dadra and Nagar Haveli and Daman and Diu 396210',
    'Dadra and Nagar Haveli and Daman and Diu',
  ],
  ['Bhubaneswar, Orissa 751001', 'Odisha'],
  ['Jaipur', ''],
])('%s needs no other %s', (address, state) => {
  expect(withState(address, state)).toBe(address);
});

it.each([
  ['14 Neem Chowk, Jaipur 302001', 'Rajasthan', '14 Neem Chowk, Jaipur 302001, Rajasthan'],
  ['7 Goa Street, Mumbai 400001', 'Maharashtra', '7 Goa Street, Mumbai 400001, Maharashtra'],
  ['2 Rajasthan Marg, Udaipur 313001', 'Rajasthan', '2 Rajasthan Marg, Udaipur 313001, Rajasthan'],
  ['', 'Kerala', 'Kerala'],
])('%s is followed by %s', (address, state, text) => {
  expect(withState(address, state)).toBe(text);
});
