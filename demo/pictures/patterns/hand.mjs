/**
 * The hand that draws: a seeded random source and the small strokes that every pattern shares. Tiles are 1000 units
 * square.
 */
export function hand(seed) {
  let state = (seed % 2147483646) + 1;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  for (let i = 0; i < 8; i++) random();
  const spread = (amount) => (random() * 2 - 1) * amount;
  return { random, spread, pick: (list) => list[Math.floor(random() * list.length)] };
}

/** Places a drawing, and again across the edges it touches, so that the tile wraps. */
export function place(x, y, reach, drawing, turn = 0, size = 1) {
  let out = '';
  for (const dx of [-1000, 0, 1000]) {
    for (const dy of [-1000, 0, 1000]) {
      const [px, py] = [x + dx, y + dy];
      if (px < -reach || py < -reach || px > 1000 + reach || py > 1000 + reach) continue;
      out += `<g transform="translate(${px.toFixed(1)} ${py.toFixed(1)}) rotate(${turn.toFixed(1)}) scale(${size.toFixed(3)})">${drawing}</g>`;
    }
  }
  return out;
}

export const dot = (x, y, r) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}"/>`;

export const petal = (length, width, turn = 0, from = 0) =>
  `<path transform="rotate(${turn.toFixed(1)})" d="M0 ${-from} C ${width} ${-from - length * 0.3} ${width} ${-from - length * 0.8} 0 ${-from - length} C ${-width} ${-from - length * 0.8} ${-width} ${-from - length * 0.3} 0 ${-from}Z"/>`;

export const ring = (count, draw) =>
  Array.from({ length: count }, (_, i) => draw((i * 360) / count, i)).join('');

export const pointAt = (angle, radius) => [
  Math.sin((angle * Math.PI) / 180) * radius,
  -Math.cos((angle * Math.PI) / 180) * radius,
];

export const line = (d, width) =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** A half-drop grid over the tile: calls draw(x, y, column, row). */
export function halfDrop(columns, rows, draw) {
  let out = '';
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      out += draw(((i + 0.5) * 1000) / columns, ((j + 0.5 + (i % 2 ? 0.5 : 0)) * 1000) / rows, i, j);
    }
  }
  return out;
}
