import { expect, it } from 'vitest';
import { cacheById } from './cache-by-id.ts';

/** Keeps the versions of keys. `reads` are the keys of each read; `during` runs while one is under way. */
function setUp(max = 10) {
  const versions = new Map([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ]);
  const reads: string[][] = [];
  const state = { during: () => {} };
  const cached = cacheById(max, async (keys: string[]) => {
    reads.push(keys);
    const found = keys.flatMap((key) => {
      const version = versions.get(key);
      return version ? [[key, `${key}${version}`] as const] : [];
    });
    state.during();
    return new Map(found);
  });
  cached.setNotified(true);
  return { cached, reads, state, versions };
}

it('reads each value once, and returns those that exist in the order of their keys', async () => {
  const { cached, reads } = setUp();
  expect(await cached.read(['b', 'none', 'a'])).toEqual(['b1', 'a1']);
  expect(await cached.read(['a', 'c', 'b', 'a'])).toEqual(['a1', 'c1', 'b1', 'a1']);
  expect(reads).toEqual([['b', 'none', 'a'], ['c']]);
});

it('reads a value again after a change, also if it changes while it is read', async () => {
  const { cached, reads, state, versions } = setUp();
  await cached.read(['a', 'b']);
  versions.set('a', 2);
  cached.drop('a');
  state.during = () => {
    versions.set('a', 3);
    cached.drop('a');
  };
  expect(await cached.read(['a', 'b'])).toEqual(['a2', 'b1']);
  state.during = cached.clear;
  expect(await cached.read(['a', 'c'])).toEqual(['a3', 'c1']);
  state.during = () => {};
  expect(await cached.read(['a', 'b', 'c'])).toEqual(['a3', 'b1', 'c1']);
  expect(reads).toEqual([['a', 'b'], ['a'], ['a', 'c'], ['a', 'b', 'c']]);
});

it('keeps nothing while changes are not notified', async () => {
  const { cached, reads, state } = setUp();
  await cached.read(['a']);
  cached.setNotified(false);
  await cached.read(['a']);
  // Changes may have been missed while this read was under way.
  state.during = () => cached.setNotified(true);
  await cached.read(['a']);
  state.during = () => {};
  await cached.read(['a']);
  await cached.read(['a']);
  expect(reads).toEqual([['a'], ['a'], ['a'], ['a']]);
});

it('keeps the most recently used values', async () => {
  const { cached, reads } = setUp(2);
  await cached.read(['a', 'b']);
  await cached.read(['a']);
  await cached.read(['c']);
  await cached.read(['a', 'b']);
  expect(reads).toEqual([['a', 'b'], ['c'], ['b']]);
});
