/** Height maps that the materials raise: cotton weave, cane, grass coil, paper fibre. All wrap. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { hand } from './hand.mjs';
import { tileNoise } from './print.mjs';

const SIDE = 512;

/** Over-and-under weave of `count` strands each way; `flat` strands are like cane, round ones like thread. */
function weave(h, count, flat, rough) {
  const noise = tileNoise(h, SIDE, count * 3);
  const lift = Array.from({ length: count * 2 }, () => h.spread(0.09));
  return (x, y, i) => {
    const [u, v] = [(x / SIDE) * count, (y / SIDE) * count];
    const [iu, iv] = [Math.floor(u), Math.floor(v)];
    const over = (iu + iv) % 2 === 0;
    const [across, along] = over ? [u % 1, v % 1] : [v % 1, u % 1];
    const round = Math.max(0, 1 - Math.abs(across * 2 - 1) ** flat);
    const arch = 0.45 + 0.55 * Math.sin(along * Math.PI);
    return round ** 0.5 * arch + (over ? lift[iu] : lift[count + iv]) + (noise[i] - 0.5) * rough;
  };
}

/** Coils of grass lashed at a slant. */
function coil(h) {
  const rows = 8;
  const noise = tileNoise(h, SIDE, 64);
  const phase = Array.from({ length: rows }, () => h.random());
  return (x, y, i) => {
    const v = (y / SIDE) * rows;
    const row = Math.floor(v);
    const body = Math.sin((v % 1) * Math.PI) ** 0.6;
    const lash = ((x / SIDE) * 16 + (v % 1) * 0.6 + phase[row]) % 1;
    return body * (0.62 + 0.38 * Math.sin(lash * Math.PI) ** 0.7) + (noise[i] - 0.5) * 0.18;
  };
}

/** Handmade paper: blotches with fibres lying about. */
function fibre(h) {
  const [broad, fine] = [tileNoise(h, SIDE, 24), tileNoise(h, SIDE, 170)];
  return (_x, _y, i) => 0.35 + 0.35 * broad[i] + 0.3 * fine[i];
}

const maps = { weave: (h) => weave(h, 16, 2, 0.3), cane: (h) => weave(h, 8, 5, 0.2), coil, fibre };

/** Writes the maps that are missing into the folder. */
export async function writeSurfaces(folder) {
  for (const [name, make] of Object.entries(maps)) {
    const file = path.join(folder, `${name}.png`);
    if (existsSync(file)) continue;
    const height = make(hand(name.length * 911));
    const out = Buffer.alloc(SIDE * SIDE);
    for (let y = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++)
        out[y * SIDE + x] = Math.max(0, Math.min(255, height(x, y, y * SIDE + x) * 235));
    }
    await sharp(out, { raw: { width: SIDE, height: SIDE, channels: 1 } })
      .png()
      .toFile(file);
  }
}
