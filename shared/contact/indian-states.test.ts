import { expect, test } from 'vitest';
import {
  findIndianState,
  indianStates,
  readIndianState,
  stateOfGstin,
  stateTaxName,
} from './indian-states.ts';

test('there are 28 states and 8 union territories with unique codes', () => {
  expect(indianStates).toHaveLength(36);
  expect(new Set(indianStates.map((state) => state.gstCode)).size).toBe(36);
});

test.each([
  ['rajasthan ', '08'],
  ['JAMMU & KASHMIR', '01'],
  ['Orissa', '21'],
  ['Tamilnadu', '33'],
  ['N.C.T. of Delhi', '07'],
])('finds %s', (text, code) => {
  expect(findIndianState(text)?.gstCode).toBe(code);
});

test('unknown names have no state', () => {
  expect(findIndianState('')).toBeUndefined();
  expect(findIndianState('California')).toBeUndefined();
});

test('the tax beside CGST is UTGST in union territories without a legislature', () => {
  const withUtgst = indianStates.filter(({ name }) => stateTaxName(name) === 'UTGST');
  expect(withUtgst.map(({ gstCode }) => gstCode).sort()).toEqual(['04', '26', '31', '35', '38']);
  // UTGST Act, section 2(8): a territory as well.
  expect(stateTaxName('Other Territory')).toBe('UTGST');
});

test('a GSTIN contains its state', () => {
  expect(stateOfGstin('29AAAAA0000A1Z5')?.name).toBe('Karnataka');
  expect(stateOfGstin('97AAAAA0000A1Z5')?.name).toBe('Other Territory');
  expect(stateOfGstin('')).toBeUndefined();
});

test.each(indianStates)('$name is read as itself', (state) => {
  expect(readIndianState(state.name)).toBe(state);
});

test.each([
  ['Maharastra', 'Maharashtra'],
  ['27-MAHARASHTRA', 'Maharashtra'],
  ['M.H.', 'Maharashtra'],
  ['Gujrat', 'Gujarat'],
  ['Chattisgadh', 'Chhattisgarh'],
  ['Telengana', 'Telangana'],
  ['Uttaranchal', 'Uttarakhand'],
  ['Pondicherry', 'Puducherry'],
  ['Jammu Kashmir', 'Jammu and Kashmir'],
  ['Daman & Diu', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['Dadra & Nagar Haveli', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['The NCT of Delhi', 'Delhi'],
  ['Kerala State, India', 'Kerala'],
  // Also two slips from Andhra Pradesh, but nearer to this one.
  ['Madhra Pradesh', 'Madhya Pradesh'],
])('%s is read as %s', (text, name) => {
  expect(readIndianState(text)?.name).toBe(name);
});

// Cities whose names are nearly those of states, and other places.
test.each([
  '',
  'Tirupur',
  'Mainpuri',
  'Bidar',
  'Indore',
  'Uttarkashi',
  'Manipal',
  'Nepal',
  'Goalpara',
  'California',
])('%s is no state', (text) => {
  expect(readIndianState(text)).toBeUndefined();
});

test('a text that is longer than the field is no state', () => {
  expect(readIndianState('Goa'.padEnd(101))).toBeUndefined();
});
