/** Pictures of more than one thing: what stands with a product in its third picture, and the shop's own scenes. */

/** [kind, pattern, palette, x, y, size, turn, lift] */
const thing = ([kind, pattern, palette, x, y, size, turn, lift = 0]) => ({ kind, pattern, palette, at: [x, y], size, turn, lift });

export const scenes = {};

export const companions = {};

export const sceneItems = (list) => list.map(thing);
