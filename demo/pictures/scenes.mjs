/** Pictures of more than one thing: what stands with a product in its third picture, and the shop's own scenes. */

const seedOf = (text) => [...text].reduce((sum, c) => (sum * 33 + c.charCodeAt(0)) % 999_983, 11);

/** Reads `kind pattern palette x y size turn lift`, the last two at will. */
function thing(text) {
  const [kind, pattern, palette, ...numbers] = text.trim().split(/\s+/);
  const [x, y, size, turn = 0, lift = 0] = numbers.map(Number);
  return {
    kind,
    pattern,
    palette,
    seed: seedOf(`${kind} ${pattern} ${palette}${x}${size}`),
    at: [x, y],
    size,
    turn,
    lift,
  };
}

/** The rooms a kind is shown in, how much of the frame it fills, and what stands round it. */
const rooms = {
  cushion: 'table 0.56: quilt stripe ivory 1.7 0.9 1.7 -12; sprig plain ivory -1.75 1.1 1.7',
  quilt: 'table 0.6: cushion buti madder 0.5 1.2 1.7 -8; mug plain sky -1.55 0.1 0.62 30',
  stole: 'table 0.62: lidded-basket plain ivory 1.6 0.8 1.2; sprig plain ivory -1.6 1.1 1.8',
  napkins:
    'linen 0.5: plate jaal sky 0.3 1.5 1.7 -6; bowl buti sky -1.6 0.5 1.1; flowers plain turmeric 1.55 -0.3 0.6',
  saree: 'linen 0.56: jhumka plain rose 1.5 1.2 1.5 -14; bangle plain ivory -1.55 0.7 0.8',
  tote: 'table 0.6: notebook bagru madder 1.5 0.2 1.1 30; sprig plain ivory -1.5 1.1 1.7',
  vase: 'ledge 0.58: bowl jaal sky 1.45 0.3 1.1; vase plain ivory -1.35 1 1.5',
  mug: 'table 0.46: notebook kalamkari leaf 1.5 0.7 1.5 24; tea-tin marigold turmeric -1.5 1.1 1.5',
  bowl: 'linen 0.5: plate lotus teal 0.9 1.5 1.8 -8; spice-jar plain turmeric -1.5 0.8 1.3',
  plate: 'table 0.52: mug buti sky 1.5 0.2 0.95 24; vase lotus sky -1.6 0.9 1.7',
  tile: 'ledge 0.56: planter plain leaf 1.65 0.9 1.7; brushes buti sky -1.6 0.8 1.3',
  diya: 'ledge 0.48: diya plain madder 1.4 0.7 0.9 20; diya plain mustard -1.35 0.9 0.95 -30; flowers plain turmeric 0.95 -0.75 0.6',
  urli: 'ledge 0.6: diya plain ivory 1.6 0.5 0.9 14; flowers plain turmeric -1.4 -0.5 0.7; bell plain ivory -1.5 0.9 1.1',
  'bidri-box': 'table 0.48: bidri-vase jaal ivory 1.4 0.8 1.7; bangle plain ivory -1.4 0.2 0.8',
  'bidri-vase': 'table 0.56: bidri-box buti ivory 1.3 0.4 0.9 20; sprig plain charcoal -1.4 1 1.6',
  lota: 'ledge 0.5: kulhad plain rust 1.55 0.3 1.3; flowers plain turmeric -1.35 -0.2 0.8',
  stacker: 'table 0.56: elephant buti sky 1.6 0.6 1.2 24; top stripe madder -1.4 0.3 1',
  top: 'table 0.5: stacker chevron leaf 1.5 0.9 1.6; car stripe sky -1.6 0.7 1.2 24',
  elephant: 'table 0.52: dolls bandhani rose 1.75 0.8 1.4; rattle stripe leaf -1.5 0.8 1.2',
  car: 'table 0.5: stacker stripe madder 1.6 0.9 1.6; top chevron plum -1.5 0.5 0.9',
  planter: 'ledge 0.56: planter plain rust 1.65 0.7 1.5; kulhad plain rust -1.5 0.4 1',
  kulhad: 'table 0.54: surahi buti rust 1.6 0.9 1.7; masala-dabba plain ivory -1.6 1 1.3',
  'jali-lamp': 'bench 0.56: jali-lamp plain rust 1.4 0.8 1.3; diya plain turmeric -1.2 -0.2 0.8 16',
  'tea-tin': 'table 0.46: mug jaal sky 1.3 0 0.9 30; kulhad plain rust -1.5 0.8 1.2',
  'spice-jar': 'table 0.48: masala-dabba plain ivory 1.6 0.8 1.5; spice-jar plain rust -1.3 0.7 1.35',
  'masala-dabba': 'linen 0.56: spice-jar plain turmeric 1.6 0.8 1.2; pouch buti madder -1.6 0.8 1.2',
  basket: 'table 0.52: stole ikat indigo 1.7 1 1.8 -10; quilt buti madder -1.7 0.9 1.5 12',
  'lidded-basket': 'table 0.5: basket plain ivory 1.6 0.9 1.6; sprig plain ivory -1.45 0.9 1.6',
  tray: 'table 0.62: mug buti sky 0.25 0.35 0.62 30 0.22; mug buti sky -0.4 0.1 0.62 12 0.22; tea-tin jaal leaf 1.5 1.3 1.2',
  'pendant-shade': 'table 0.5: bowl jaal sky 0.35 0.3 1; sprig plain ivory -1.2 0.6 1.3',
  notebook: 'table 0.56: brushes jaal sky 1.5 0.9 1.5; mug plain teal -1.5 0.7 0.9 40',
  'gift-box': 'table 0.5: gift-box marigold turmeric 1.45 0.6 1.1 24; card-set buti madder -1.6 0.7 1.3 -6',
  lantern: 'ledge 0.5: diya plain turmeric 1.2 0.3 0.8 12; flowers plain turmeric -1 -0.1 0.6',
  'card-set': 'table 0.58: brushes buti sky 1.6 0.9 1.4; flowers plain turmeric -1.5 -0.3 0.6',
  jhumka: 'linen 0.58: bangle plain ivory 1.4 0.2 0.8; bidri-box jaal ivory -1.4 0.7 1 20',
  bangle: 'linen 0.5: jhumka plain rose 1.3 0.9 1.5 -14; pouch buti plum -1.4 0.8 1.2',
  necklace: 'linen 0.62: bidri-box buti ivory 1.3 1.1 0.9 24; flowers plain rose -1.35 0.9 0.6',
  jutti: 'table 0.58: tote paisley madder 1.45 1.3 1.9 -10; flowers plain turmeric -1.4 0.5 0.6',
  slide: 'ledge 0.58: basket plain ivory 1.5 1.1 1.5; sprig plain ivory -1.4 0.9 1.5',
  wallet: 'table 0.5: notebook plain rust 1.3 0.9 1.4 30; mug plain teal -1.4 0.7 0.8 30',
};

/** The third picture of a product: itself in the middle, its company round it; mirrored by turns. */
export function inSetting(item, seed) {
  const [room, company] = rooms[item.kind].split(':');
  const [setting, fill] = room.split(' ');
  const flip = seed % 2 ? -1 : 1;
  const others = company
    .split(';')
    .map(thing)
    .filter((o) => o.lift || o.kind !== item.kind || o.palette !== item.palette)
    .map((o) => ({ ...o, at: [o.at[0] * flip, o.at[1]], turn: o.turn * flip }));
  return { seed, setting, fill: Number(fill), aperture: 9, items: [{ ...item, size: 2 }, ...others] };
}

const still = (list) => list.trim().split('\n').map(thing);

const scene = (width, height, setting, paper, fill, shift, elevation, list) => ({
  ...{ width, height, setting, paper, fill, shift, elevation },
  aperture: 7,
  seed: 41,
  wide: true,
  items: still(list),
});

/** A banner: the group to the right, room for words on the left. */
const hero = (paper, elevation, list) => ({
  ...scene(1600, 900, 'paper', paper, 0.54, [-0.195, 0.012], elevation, list),
  tall: 0.8,
});

/** The shop's own pictures. */
export const scenes = {
  'hero-1': hero(
    'madder',
    9,
    `
    vase jaal sky -0.1 0.6 2.3 20
    urli plain turmeric 1.15 -0.2 1.3
    cushion buti madder 1.3 1.2 1.9 -14
    diya plain turmeric -0.6 -0.8 0.72 10
    flowers plain turmeric 0.3 -1.05 0.55
    elephant bandhani teal -1.05 0.1 1 16`,
  ),
  'hero-2': hero(
    'indigo',
    10,
    `
    quilt ajrakh indigo 0 0.1 1.5 12
    cushion ikat madder 0.45 1.2 2 -6
    basket stripe ivory 1.5 0.3 1.25 20
    tote paisley rust -1.1 1 1.9 10
    jutti buti rose -0.95 -0.7 1 30
    napkins bagru madder 0.85 -0.9 0.85 20`,
  ),
  'hero-3': hero(
    'turmeric',
    12,
    `
    tea-tin marigold madder 0.15 0.8 1.7 4
    masala-dabba plain ivory 1.4 0.6 1.45 -8
    mug jaal sky -0.75 0.1 0.9 30
    spice-jar plain turmeric 0.98 -0.15 1.05 4
    kulhad plain rust -0.5 -0.95 0.95
    bowl buti teal 1.4 -0.75 0.85
    jar paisley teal -1.15 0.9 1.6`,
  ),
  story: scene(
    1600,
    1067,
    'bench',
    'ivory',
    0.86,
    [0, 0.03],
    17,
    `
    printing-block jaal madder -0.3 0.3 1.3 8
    printing-block paisley indigo 1.05 0.75 1.15 -16
    ink-dish plain madder -1.6 -0.25 1.1
    napkins buti madder 1.5 -0.5 1.4 24
    spools plain madder -1.75 0.95 1.2
    brushes buti sky 2.3 0.9 1.4
    chisels plain ivory 0.15 -1 1.3 20`,
  ),
  company: scene(
    1200,
    900,
    'table',
    'teal',
    0.84,
    [0, 0.02],
    11,
    `
    vase lotus sky -1.3 0.7 2.1
    lota plain turmeric 0 0.2 1.1
    basket stripe ivory 1.35 0.8 1.5
    stacker stripe madder -0.55 -0.5 1
    surahi ajrakh rust 0.35 1.2 2
    notebook bagru madder 1.3 -0.6 1 30
    mug chevron sky -1.55 -0.6 0.7 30`,
  ),
  'team-1': scene(
    1000,
    1000,
    'bench',
    'madder',
    0.78,
    [0, 0.02],
    18,
    `
    printing-block jaal madder 0.1 0.4 1.5 8
    ink-dish plain madder -0.8 -0.7 1.1
    napkins jaal madder 0.85 -0.7 1.2 20`,
  ),
  'team-2': scene(
    1000,
    1000,
    'bench',
    'sky',
    0.78,
    [0, 0.02],
    15,
    `
    wheel plain rust -0.1 0.2 1.8
    brushes buti sky 1.2 0.3 1.4
    bowl jaal sky 0.9 -0.8 0.9`,
  ),
  'team-3': scene(
    1000,
    1000,
    'bench',
    'turmeric',
    0.78,
    [0, 0.02],
    18,
    `
    lota plain turmeric 0.3 0.4 1.4
    hammer plain ivory -0.7 -0.5 1.6 10
    chisels plain ivory 0.75 -0.85 1.1 -16
    bell plain ivory -0.85 0.6 1.2`,
  ),
  'team-4': scene(
    1000,
    1000,
    'bench',
    'leaf',
    0.78,
    [0, 0.02],
    18,
    `
    spools plain rose -0.65 0.4 1.4
    jutti buti rose 0.5 -0.5 1.3 24
    basket plain ivory 0.95 0.9 1.4`,
  ),
};
