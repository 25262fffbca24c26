/** Prints a pattern as a tile: every ink its own pull, slightly off register and unevenly wet. */
import sharp from 'sharp';
import * as florals from './florals.mjs';
import * as geometrics from './geometrics.mjs';
import { hand } from './hand.mjs';
import { coloursFor } from './palettes.mjs';

const patterns = { ...florals, ...geometrics };
const SIDE = 1152;

/** Value noise that wraps, between 0 and 1. */
export function tileNoise(h, side, cells) {
  const grid = Float32Array.from({ length: cells * cells }, () => h.random());
  const out = new Float32Array(side * side);
  const smooth = (t) => t * t * (3 - 2 * t);
  for (let y = 0; y < side; y++) {
    const fy = (y * cells) / side;
    const [y0, ty] = [Math.floor(fy), smooth(fy % 1)];
    const [rowA, rowB] = [(y0 % cells) * cells, ((y0 + 1) % cells) * cells];
    for (let x = 0; x < side; x++) {
      const fx = (x * cells) / side;
      const [x0, tx] = [Math.floor(fx), smooth(fx % 1)];
      const [a, b] = [x0 % cells, (x0 + 1) % cells];
      const top = grid[rowA + a] * (1 - tx) + grid[rowA + b] * tx;
      const low = grid[rowB + a] * (1 - tx) + grid[rowB + b] * tx;
      out[y * side + x] = top * (1 - ty) + low * ty;
    }
  }
  return out;
}

const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

async function coverage(svg) {
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 1000 1000" color="#fff" fill="#fff">${svg}</svg>`;
  const { data } = await sharp(Buffer.from(page)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return data;
}

/**
 * Writes one tile. Finish: `cloth`, `glaze` (brushed on white), `mask` (where the inlay goes) or `second` (where the
 * second ink goes).
 */
export async function printTile({ pattern, palette, finish, seed, file }) {
  const h = hand(seed * 7919 + pattern.length * 131 + 17);
  const colours = coloursFor(palette, finish);
  const layers = pattern === 'plain' ? [] : patterns[pattern](h);
  const uneven = finish === 'mask' || finish === 'second' ? 0 : 1;
  const [broad, fine] = [tileNoise(h, SIDE, 9), tileNoise(h, SIDE, 320)];
  const out = Buffer.alloc(SIDE * SIDE * 3);
  const ground = rgb(colours.ground);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const shade = 1 + uneven * ((broad[i] - 0.5) * 0.05 + (fine[i] - 0.5) * 0.05);
    for (let c = 0; c < 3; c++) out[i * 3 + c] = Math.min(255, ground[c] * shade);
  }
  for (const layer of layers) {
    const shape = await coverage(layer.svg);
    const [wet, speckle] = [tileNoise(h, SIDE, 14), tileNoise(h, SIDE, 240)];
    const ink = rgb(colours[layer.ink]);
    const [dx, dy] = uneven ? [Math.round(h.spread(4)), Math.round(h.spread(4))] : [0, 0];
    for (let y = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++) {
        const i = y * SIDE + x;
        const from = ((y + dy + SIDE) % SIDE) * SIDE + ((x + dx + SIDE) % SIDE);
        const alpha =
          (shape[from * 4 + 3] / 255) *
          (1 - uneven * (0.03 + 0.22 * wet[i] * wet[i] + 0.3 * Math.max(0, speckle[i] - 0.62)));
        for (let c = 0; c < 3; c++) out[i * 3 + c] += (ink[c] - out[i * 3 + c]) * alpha;
      }
    }
  }
  await sharp(out, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png({ compressionLevel: 2 })
    .toFile(file);
}
