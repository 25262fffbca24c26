import { expect, test } from 'vitest';
import { indianStates } from './indian-states.ts';
import { stateOfPin } from './pin-state.ts';

test.each([
  ['302003', 'Rajasthan'],
  ['110001', 'Delhi'],
  ['400001', 'Maharashtra'],
  ['403001', 'Goa'],
  ['248001', 'Uttarakhand'],
  ['226001', 'Uttar Pradesh'],
  ['194101', 'Ladakh'],
  ['190001', 'Jammu and Kashmir'],
  ['500001', 'Telangana'],
  ['520001', 'Andhra Pradesh'],
  ['560001', 'Karnataka'],
  ['600001', 'Tamil Nadu'],
  ['682001', 'Kerala'],
  ['682555', 'Lakshadweep'],
  ['737101', 'Sikkim'],
  ['744101', 'Andaman and Nicobar Islands'],
  ['781001', 'Assam'],
  ['795001', 'Manipur'],
  ['800001', 'Bihar'],
  ['834001', 'Jharkhand'],
])('%s lies in %s', (pin, state) => expect(stateOfPin(pin)).toBe(state));

test('districts that states share and invalid PIN codes have no state', () => {
  for (const pin of ['605001', '160017', '246701', '396230', '900001', '012345', '30200', '', 'abcdef'])
    expect(stateOfPin(pin)).toBeUndefined();
});

test("uses the shop's names of states", () => {
  const names = indianStates.map(({ name }) => name);
  const found = new Set<string>();
  for (let prefix = 10; prefix < 100; prefix++) {
    for (let rest = 0; rest < 10_000; rest += 10) {
      const state = stateOfPin(`${prefix}${String(rest).padStart(4, '0')}`);
      if (state) found.add(state);
    }
  }
  expect([...found].filter((name) => !names.includes(name))).toEqual([]);
  // Those without a district to themselves are chosen by hand.
  expect(names.filter((name) => !found.has(name))).toEqual([
    'Chandigarh',
    'Dadra and Nagar Haveli and Daman and Diu',
    'Puducherry',
  ]);
});
