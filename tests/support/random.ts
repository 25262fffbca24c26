/** Returns a function for integers from 0 to below its argument; the same seed gives the same ones. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    // The lower bits repeat soon.
    return Math.floor(state / 65_536) % below;
  };
}
