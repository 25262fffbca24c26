/** Pictures of more than one thing: what stands with a product in its third picture, and the shop's own scenes. */

const seedOf = (text) => [...text].reduce((sum, c) => (sum * 33 + c.charCodeAt(0)) % 999_983, 11);

/** `kind pattern palette` at x, y, so large, turned so far, raised so high. */
const put = (what, x, y, size, turn = 0, lift = 0) => {
  const [kind, pattern, palette] = what.split(' ');
  return { kind, pattern, palette, seed: seedOf(`${what}${x}${size}`), at: [x, y], size, turn, lift };
};

/** The rooms a kind is shown in, how much of the frame it fills, and what stands round it. */
const rooms = {
  cushion: ['table', 0.56, [put('quilt stripe ivory', 1.7, 0.9, 1.7, -12), put('sprig plain ivory', -1.75, 1.1, 1.7)]],
  quilt: ['table', 0.6, [put('cushion buti madder', 0.5, 1.2, 1.7, -8), put('mug plain sky', -1.55, 0.1, 0.62, 30)]],
  stole: ['table', 0.62, [put('lidded-basket plain ivory', 1.6, 0.8, 1.2), put('sprig plain ivory', -1.6, 1.1, 1.8)]],
  napkins: ['linen', 0.5, [put('plate jaal sky', 0.3, 1.5, 1.7, -6), put('bowl buti sky', -1.6, 0.5, 1.1), put('flowers plain turmeric', 1.55, -0.3, 0.6)]],
  saree: ['linen', 0.56, [put('jhumka plain rose', 1.5, 1.2, 1.5, -14), put('bangle plain ivory', -1.55, 0.7, 0.8)]],
  tote: ['table', 0.6, [put('notebook bagru madder', 1.5, 0.2, 1.1, 30), put('sprig plain ivory', -1.5, 1.1, 1.7)]],
  vase: ['ledge', 0.58, [put('bowl jaal sky', 1.45, 0.3, 1.1), put('vase plain ivory', -1.35, 1.0, 1.5)]],
  mug: ['table', 0.46, [put('notebook kalamkari leaf', 1.5, 0.7, 1.5, 24), put('tea-tin marigold turmeric', -1.5, 1.1, 1.5)]],
  bowl: ['linen', 0.5, [put('plate lotus teal', 0.9, 1.5, 1.8, -8), put('spice-jar plain turmeric', -1.5, 0.8, 1.3)]],
  plate: ['table', 0.52, [put('mug buti sky', 1.5, 0.2, 0.95, 24), put('vase lotus sky', -1.6, 0.9, 1.7)]],
  tile: ['ledge', 0.56, [put('planter plain leaf', 1.65, 0.9, 1.7), put('brushes buti sky', -1.6, 0.8, 1.3)]],
  diya: ['ledge', 0.48, [put('diya plain madder', 1.4, 0.7, 0.9, 20), put('diya plain mustard', -1.35, 0.9, 0.95, -30), put('flowers plain turmeric', 0.95, -0.75, 0.6)]],
  urli: ['ledge', 0.6, [put('diya plain ivory', 1.6, 0.5, 0.9, 14), put('flowers plain turmeric', -1.4, -0.5, 0.7), put('bell plain ivory', -1.5, 0.9, 1.1)]],
  'bidri-box': ['table', 0.48, [put('bidri-vase jaal ivory', 1.4, 0.8, 1.7), put('bangle plain ivory', -1.4, 0.2, 0.8)]],
  'bidri-vase': ['table', 0.56, [put('bidri-box buti ivory', 1.3, 0.4, 0.9, 20), put('sprig plain charcoal', -1.4, 1.0, 1.6)]],
  lota: ['ledge', 0.5, [put('kulhad plain rust', 1.55, 0.3, 1.3), put('flowers plain turmeric', -1.35, -0.2, 0.8)]],
  stacker: ['table', 0.56, [put('elephant buti sky', 1.6, 0.6, 1.2, 24), put('top stripe madder', -1.4, 0.3, 1.0)]],
  top: ['table', 0.5, [put('stacker chevron leaf', 1.5, 0.9, 1.6), put('car stripe sky', -1.6, 0.7, 1.2, 24)]],
  elephant: ['table', 0.52, [put('dolls bandhani rose', 1.75, 0.8, 1.4), put('rattle stripe leaf', -1.5, 0.8, 1.2)]],
  car: ['table', 0.5, [put('stacker stripe madder', 1.6, 0.9, 1.6), put('top chevron plum', -1.5, 0.5, 0.9)]],
  planter: ['ledge', 0.56, [put('planter plain rust', 1.65, 0.7, 1.5), put('kulhad plain rust', -1.5, 0.4, 1.0)]],
  kulhad: ['table', 0.54, [put('surahi buti rust', 1.6, 0.9, 1.7), put('masala-dabba plain ivory', -1.6, 1.0, 1.3)]],
  'jali-lamp': ['bench', 0.56, [put('jali-lamp plain rust', 1.4, 0.8, 1.3), put('diya plain turmeric', -1.2, -0.2, 0.8, 16)]],
  'tea-tin': ['table', 0.46, [put('mug jaal sky', 1.3, 0.0, 0.9, 30), put('kulhad plain rust', -1.5, 0.8, 1.2)]],
  'spice-jar': ['table', 0.48, [put('masala-dabba plain ivory', 1.6, 0.8, 1.5), put('spice-jar plain rust', -1.3, 0.7, 1.35)]],
  'masala-dabba': ['linen', 0.56, [put('spice-jar plain turmeric', 1.6, 0.8, 1.2), put('pouch buti madder', -1.6, 0.8, 1.2)]],
  basket: ['table', 0.52, [put('stole ikat indigo', 1.7, 1.0, 1.8, -10), put('quilt buti madder', -1.7, 0.9, 1.5, 12)]],
  'lidded-basket': ['table', 0.5, [put('basket plain ivory', 1.6, 0.9, 1.6), put('sprig plain ivory', -1.45, 0.9, 1.6)]],
  tray: ['table', 0.62, [put('mug buti sky', 0.25, 0.35, 0.62, 30, 0.22), put('mug buti sky', -0.4, 0.1, 0.62, 12, 0.22), put('tea-tin jaal leaf', 1.5, 1.3, 1.2)]],
  'pendant-shade': ['table', 0.5, [put('bowl jaal sky', 0.35, 0.3, 1.0), put('sprig plain ivory', -1.2, 0.6, 1.3)]],
  notebook: ['table', 0.56, [put('brushes jaal sky', 1.5, 0.9, 1.5), put('mug plain teal', -1.5, 0.7, 0.9, 40)]],
  'gift-box': ['table', 0.5, [put('gift-box marigold turmeric', 1.45, 0.6, 1.1, 24), put('card-set buti madder', -1.6, 0.7, 1.3, -6)]],
  lantern: ['ledge', 0.5, [put('diya plain turmeric', 1.2, 0.3, 0.8, 12), put('flowers plain turmeric', -1.0, -0.1, 0.6)]],
  'card-set': ['table', 0.58, [put('brushes buti sky', 1.6, 0.9, 1.4), put('flowers plain turmeric', -1.5, -0.3, 0.6)]],
  jhumka: ['linen', 0.58, [put('bangle plain ivory', 1.4, 0.2, 0.8), put('bidri-box jaal ivory', -1.4, 0.7, 1.0, 20)]],
  bangle: ['linen', 0.5, [put('jhumka plain rose', 1.3, 0.9, 1.5, -14), put('pouch buti plum', -1.4, 0.8, 1.2)]],
  necklace: ['linen', 0.62, [put('bidri-box buti ivory', 1.3, 1.1, 0.9, 24), put('flowers plain rose', -1.35, 0.9, 0.6)]],
  jutti: ['table', 0.58, [put('tote paisley madder', 1.45, 1.3, 1.9, -10), put('flowers plain turmeric', -1.4, 0.5, 0.6)]],
  slide: ['ledge', 0.58, [put('basket plain ivory', 1.5, 1.1, 1.5), put('sprig plain ivory', -1.4, 0.9, 1.5)]],
  wallet: ['table', 0.5, [put('notebook plain rust', 1.3, 0.9, 1.4, 30), put('mug plain teal', -1.4, 0.7, 0.8, 30)]],
};

/** The third picture of a product: itself in the middle, its company round it; mirrored by turns. */
export function inSetting(item, seed) {
  const [setting, fill, others] = rooms[item.kind];
  const flip = seed % 2 ? -1 : 1;
  const company = others.map((o) => ({ ...o, at: [o.at[0] * flip, o.at[1]], turn: o.turn * flip }));
  return { seed, setting, fill, aperture: 9, items: [{ ...item, size: 2 }, ...company.filter((o) => o.lift || o.kind !== item.kind || o.palette !== item.palette)] };
}

const scene = (width, height, setting, paper, fill, shift, elevation, items, aperture = 7) => ({ width, height, setting, paper, fill, shift, elevation, aperture, seed: 41, wide: true, items });
/** A banner: the group to the right, room for words on the left. */
const hero = (paper, elevation, items) => ({ ...scene(1600, 900, 'paper', paper, 0.54, [-0.195, 0.012], elevation, items), tall: 0.8 });

/** The shop's own pictures. */
export const scenes = {
  'hero-1': hero('madder', 9, [
    put('vase jaal sky', -0.1, 0.6, 2.3, 20), put('urli plain turmeric', 1.15, -0.2, 1.3), put('cushion buti madder', 1.3, 1.2, 1.9, -14), put('diya plain turmeric', -0.6, -0.8, 0.72, 10), put('flowers plain turmeric', 0.3, -1.05, 0.55), put('elephant bandhani teal', -1.05, 0.1, 1.0, 16)]),
  'hero-2': hero('indigo', 10, [
    put('quilt ajrakh indigo', 0.0, 0.1, 1.5, 12), put('cushion ikat madder', 0.45, 1.2, 2.0, -6), put('basket stripe ivory', 1.5, 0.3, 1.25, 20), put('tote paisley rust', -1.1, 1.0, 1.9, 10), put('jutti buti rose', -0.95, -0.7, 1.0, 30), put('napkins bagru madder', 0.85, -0.9, 0.85, 20)]),
  'hero-3': hero('turmeric', 12, [
    put('tea-tin marigold madder', 0.15, 0.8, 1.7, 4), put('masala-dabba plain ivory', 1.4, 0.6, 1.45, -8), put('mug jaal sky', -0.75, 0.1, 0.9, 30), put('spice-jar plain turmeric', 0.6, -0.1, 1.1, 4), put('kulhad plain rust', -0.5, -0.95, 0.95), put('bowl buti teal', 1.4, -0.75, 0.85), put('jar paisley teal', -1.15, 0.9, 1.6)]),
  story: scene(1600, 1067, 'bench', 'ivory', 0.86, [0, 0.03], 17, [
    put('printing-block jaal madder', -0.3, 0.3, 1.3, 8), put('printing-block paisley indigo', 1.05, 0.75, 1.15, -16), put('ink-dish plain madder', -1.6, -0.25, 1.1), put('napkins buti madder', 1.5, -0.5, 1.4, 24), put('spools plain madder', -1.75, 0.95, 1.2), put('brushes buti sky', 2.3, 0.9, 1.4), put('chisels plain ivory', 0.15, -1.0, 1.3, 20)]),
  company: scene(1200, 900, 'table', 'teal', 0.84, [0, 0.02], 11, [
    put('vase lotus sky', -1.3, 0.7, 2.1), put('lota plain turmeric', 0.0, 0.2, 1.1), put('basket stripe ivory', 1.35, 0.8, 1.5), put('stacker stripe madder', -0.55, -0.5, 1.0), put('surahi ajrakh rust', 0.35, 1.2, 2.0), put('notebook bagru madder', 1.3, -0.6, 1.0, 30), put('mug chevron sky', -1.55, -0.6, 0.7, 30)]),
  'team-1': scene(1000, 1000, 'bench', 'madder', 0.78, [0, 0.02], 18, [put('printing-block jaal madder', 0.1, 0.4, 1.5, 8), put('ink-dish plain madder', -0.8, -0.7, 1.1), put('napkins jaal madder', 0.85, -0.7, 1.2, 20)]),
  'team-2': scene(1000, 1000, 'bench', 'sky', 0.78, [0, 0.02], 15, [put('wheel plain rust', -0.1, 0.2, 1.8), put('brushes buti sky', 1.2, 0.3, 1.4), put('bowl jaal sky', 0.9, -0.8, 0.9)]),
  'team-3': scene(1000, 1000, 'bench', 'turmeric', 0.78, [0, 0.02], 18, [put('lota plain turmeric', 0.3, 0.4, 1.4), put('hammer plain ivory', -0.7, -0.5, 1.6, 10), put('chisels plain ivory', 0.75, -0.85, 1.1, -16), put('bell plain ivory', -0.85, 0.6, 1.2)]),
  'team-4': scene(1000, 1000, 'bench', 'leaf', 0.78, [0, 0.02], 18, [put('spools plain rose', -0.65, 0.4, 1.4), put('jutti buti rose', 0.5, -0.5, 1.3, 24), put('basket plain ivory', 0.95, 0.9, 1.4)]),
};
