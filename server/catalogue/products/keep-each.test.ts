import { expect, it } from 'vitest';
import { keepEach } from './keep-each.ts';

/** Keeps the versions of keys. `reads` are the keys of each read; `during` runs while one is under way. */
function setUp(max = 10) {
  const versions = new Map([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ]);
  const reads: string[][] = [];
  const state = { during: () => {} };
  const kept = keepEach(max, async (keys: string[]) => {
    reads.push(keys);
    const found = keys.flatMap((key) => {
      const version = versions.get(key);
      return version ? [[key, `${key}${version}`] as const] : [];
    });
    state.during();
    return new Map(found);
  });
  kept.setNotified(true);
  return { kept, reads, state, versions };
}

it('reads each value once, and returns those that exist in the order of their keys', async () => {
  const { kept, reads } = setUp();
  expect(await kept.read(['b', 'none', 'a'])).toEqual(['b1', 'a1']);
  expect(await kept.read(['a', 'c', 'b', 'a'])).toEqual(['a1', 'c1', 'b1', 'a1']);
  expect(reads).toEqual([['b', 'none', 'a'], ['c']]);
});

it('reads a value again after a change, also if it changes while it is read', async () => {
  const { kept, reads, state, versions } = setUp();
  await kept.read(['a', 'b']);
  versions.set('a', 2);
  kept.drop('a');
  state.during = () => {
    versions.set('a', 3);
    kept.drop('a');
  };
  expect(await kept.read(['a', 'b'])).toEqual(['a2', 'b1']);
  state.during = kept.clear;
  expect(await kept.read(['a', 'c'])).toEqual(['a3', 'c1']);
  state.during = () => {};
  expect(await kept.read(['a', 'b', 'c'])).toEqual(['a3', 'b1', 'c1']);
  expect(reads).toEqual([['a', 'b'], ['a'], ['a', 'c'], ['a', 'b', 'c']]);
});

it('keeps nothing while changes are not notified', async () => {
  const { kept, reads, state } = setUp();
  await kept.read(['a']);
  kept.setNotified(false);
  await kept.read(['a']);
  // Changes may have been missed while this read was under way.
  state.during = () => kept.setNotified(true);
  await kept.read(['a']);
  state.during = () => {};
  await kept.read(['a']);
  await kept.read(['a']);
  expect(reads).toEqual([['a'], ['a'], ['a'], ['a']]);
});

it('keeps the most recently used values', async () => {
  const { kept, reads } = setUp(2);
  await kept.read(['a', 'b']);
  await kept.read(['a']);
  await kept.read(['c']);
  await kept.read(['a', 'b']);
  expect(reads).toEqual([['a', 'b'], ['c'], ['b']]);
});
