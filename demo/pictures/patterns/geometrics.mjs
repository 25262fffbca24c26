/** Repeats that are counted, tied or stitched: each takes a hand and returns layers, one per ink, in printing order. */
import { dot, halfDrop, line, petal, place, pointAt, ring } from './hand.mjs';

const wobble = (h, count, amount) => {
  const values = Array.from({ length: count }, () => h.spread(amount));
  return (t) => {
    const f = (((t % 1) + 1) % 1) * count;
    const [i, k] = [Math.floor(f), f - Math.floor(f)];
    const s = k * k * (3 - 2 * k);
    return values[i % count] * (1 - s) + values[(i + 1) % count] * s;
  };
};

/** A band across the tile whose edges waver; `shape(t)` gives the offset of its middle at t = 0..1. */
function band(h, y, width, shape, steps = 80, waver = 0.05) {
  const [top, bottom] = [wobble(h, 24, 1.5 + width * waver), wobble(h, 24, 1.5 + width * waver)];
  const points = [];
  for (let i = -2; i <= steps + 2; i++)
    points.push([(i * 1000) / steps, y + shape(i / steps) - width / 2 + top(i / steps)]);
  for (let i = steps + 2; i >= -2; i--)
    points.push([(i * 1000) / steps, y + shape(i / steps) + width / 2 + bottom(i / steps)]);
  const d = `M${points.map((p) => p.map((n) => n.toFixed(1)).join(' ')).join('L')}Z`;
  return [-1000, 0, 1000].map((dy) => `<path transform="translate(0 ${dy})" d="${d}"/>`).join('');
}

/** Tie-dyed waves. */
export function leheriya(h) {
  let [ink, ink2] = ['', ''];
  const shape = (t) => 46 * Math.sin(t * Math.PI * 8) + 14 * Math.sin(t * Math.PI * 16 + 1);
  for (let i = 0; i < 8; i++) {
    ink += band(h, i * 125 + 10, 44, shape);
    ink2 += band(h, i * 125 + 62, 13, shape) + band(h, i * 125 + 88, 7, shape);
  }
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}

/** Tied dots: rings and diamonds of small squarish knots. */
export function bandhani(h) {
  let [ink, ink2] = ['', ''];
  const knot = (x, y, r) =>
    place(
      x + h.spread(2),
      y + h.spread(2),
      20,
      `<path fill-rule="evenodd" d="M${-r} ${-r * 0.7} Q0 ${-r * 1.25} ${r} ${-r * 0.7} Q${r * 1.25} 0 ${r} ${r * 0.7} Q0 ${r * 1.25} ${-r} ${r * 0.7} Q${-r * 1.25} 0 ${-r} ${-r * 0.7}Z M-2.6 0 a2.6 2.6 0 1 0 5.2 0 a2.6 2.6 0 1 0 -5.2 0Z"/>`,
      h.spread(25),
    );
  halfDrop(4, 4, (x, y) => {
    for (const [n, r] of [
      [6, 24],
      [14, 52],
      [22, 82],
    ]) {
      for (let k = 0; k < n; k++) {
        const [dx, dy] = pointAt((k * 360) / n, r);
        ink += knot(x + dx, y + dy, 7.6);
      }
    }
    ink2 += knot(x, y, 10);
    for (let k = 0; k < 4; k++)
      for (let m = 0; m < 3; m++) {
        const [dx, dy] = pointAt(k * 90 + 45 + (m - 1) * 9, 112 + (m === 1 ? 12 : 0));
        ink2 += knot(x + dx, y + dy, 6.6);
      }
    return '';
  });
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}

/** Eight-pointed stars in an interlaced net. */
export function ajrakh(h) {
  let [ink, ink2] = ['', ''];
  const star = (r, inner, n = 8) =>
    `M${Array.from({ length: n * 2 }, (_, i) =>
      pointAt((i * 180) / n, i % 2 ? inner : r)
        .map((v) => v.toFixed(1))
        .join(' '),
    ).join('L')}Z`;
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) {
      const [x, y, turn] = [i * 250 + 125 + h.spread(3), j * 250 + 125 + h.spread(3), h.spread(2)];
      ink += place(
        x,
        y,
        190,
        line(star(118, 84), 9) +
          ring(8, (a) => petal(36, 13, a, 22)) +
          line('M-66 0 a66 66 0 1 0 132 0 a66 66 0 1 0 -132 0', 5),
        turn,
      );
      ink2 += place(
        x + 2,
        y + 2,
        190,
        `<path fill-rule="evenodd" d="${star(106, 76)} M-74 0 a74 74 0 1 0 148 0 a74 74 0 1 0 -148 0Z"/>` +
          dot(0, 0, 15) +
          ring(8, (a) => dot(...at(a + 22.5, 48), 6)),
        turn,
      );
      ink += place(
        i * 250 + h.spread(3),
        j * 250 + h.spread(3),
        90,
        `<path d="${star(46, 20, 4)}"/>${ring(4, (a) => dot(...at(a + 45, 46), 7))}`,
        0,
      );
      ink2 += place(i * 250 + h.spread(2), j * 250 + h.spread(2), 20, dot(0, 0, 9));
    }
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}

/** Stepped lozenges whose edges feather along the weft. */
export function ikat(h) {
  let [ink, ink2] = ['', ''];
  const lozenge = (x, y, w, t, hollow) => {
    let out = '';
    for (let k = -t; k < t; k += 5) {
      const reach = w * (1 - Math.floor((Math.abs(k) / t) * 6) / 6) + h.spread(9);
      const gap = hollow ? Math.max(0, reach * 0.5 + h.spread(8)) : 0;
      if (reach < 4) continue;
      for (const [from, to] of hollow
        ? [
            [-reach, -gap],
            [gap, reach],
          ]
        : [[-reach, reach]])
        out += `<rect x="${from.toFixed(1)}" y="${k}" width="${(to - from).toFixed(1)}" height="5.4"/>`;
    }
    return place(x, y, Math.max(w, t) + 20, out);
  };
  halfDrop(4, 3, (x, y) => {
    ink += lozenge(x, y, 116, 128, true);
    ink2 += lozenge(x + 2, y, 42, 52, false);
    ink2 += lozenge(x, y + 167, 60, 26, true);
    ink += lozenge(x, y + 167, 20, 12, false);
    return '';
  });
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}

/** Clay ridges and mirrors. */
export function lippan(h) {
  let [ink, ink2] = ['', ''];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const [x, y] = [(i + 0.5) * 333.3 + h.spread(3), (j + 0.5) * 333.3 + h.spread(3)];
      ink += place(
        x,
        y,
        240,
        line(
          'M-108 0 a108 108 0 1 0 216 0 a108 108 0 1 0 -216 0 M-54 0 a54 54 0 1 0 108 0 a54 54 0 1 0 -108 0',
          8,
        ) +
          ring(16, (a) =>
            line(
              `M${pointAt(a, 58)
                .map((n) => n.toFixed(1))
                .join(' ')} L${pointAt(a + 6, 104)
                .map((n) => n.toFixed(1))
                .join(' ')}`,
              5,
            ),
          ),
        h.spread(8),
      );
      ink2 += place(x, y, 240, dot(0, 0, 32) + ring(12, (a) => dot(...at(a, 132), 13)));
      const [cx, cy] = [i * 333.3, j * 333.3];
      ink += place(
        cx,
        cy,
        160,
        line('M0 -74 L74 0 L0 74 L-74 0Z M0 -50 L50 0 L0 50 L-50 0Z', 7),
        h.spread(4),
      );
      ink2 += place(cx, cy, 60, '<path d="M0 -30 L30 0 L0 30 L-30 0Z"/>', h.spread(4));
    }
  return [
    { ink: 'ink', svg: ink },
    { ink: 'ink2', svg: ink2 },
  ];
}

/** Running stitch: ripples round small quilted motifs. */
export function kantha(h) {
  let [ink, ink2] = ['', ''];
  const stitches = (points, width) =>
    points
      .map(([x, y, turn], i) =>
        i % 2
          ? ''
          : place(
              x + h.spread(1.5),
              y + h.spread(1.5),
              20,
              `<rect x="-10" y="${-width / 2}" width="20" height="${width}" rx="${width / 2}"/>`,
              turn + h.spread(5),
            ),
      )
      .join('');
  for (let r = 0; r < 25; r++) {
    const y = r * 40 + 20;
    ink += stitches(
      Array.from({ length: 56 }, (_, k) => [
        ((k + (r % 2)) * 1000) / 56,
        y + 7 * Math.sin((k / 56) * Math.PI * 6 + r * 0.5),
        0,
      ]),
      5,
    );
  }
  halfDrop(4, 4, (x, y) => {
    for (const [n, radius] of [
      [18, 44],
      [30, 72],
    ])
      ink2 += stitches(
        Array.from({ length: n * 2 }, (_, k) => [
          ...at((k * 180) / n, radius).map((v, axis) => v + (axis ? y : x)),
          (k * 180) / n,
        ]),
        8,
      );
    ink2 += place(
      x,
      y,
      40,
      ring(6, (a) => petal(24, 8, a, 5)),
      h.spread(20),
    );
    return '';
  });
  return [
    { ink: 'ink', svg: ink },
    { ink: 'ink2', svg: ink2 },
  ];
}

/** Zigzag bands with dots between. */
export function chevron(h) {
  let [ink, ink2] = ['', ''];
  const zig = (t) => 2 * 60 * Math.abs(((((t * 6) % 1) + 1) % 1) - 0.5) - 30;
  for (let i = 0; i < 6; i++) {
    const y = i * 166.7 + 40;
    ink += band(h, y, 46, zig, 96);
    ink2 += band(h, y + 52, 12, zig, 96);
    for (let k = 0; k < 12; k++)
      ink2 += place(
        ((k + 0.5) * 1000) / 12 + h.spread(2),
        y + 98 + zig((k + 0.5) / 12) + h.spread(2),
        20,
        dot(0, 0, 9 + h.spread(1)),
      );
  }
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}

/** Loom stripes of uneven widths with ticking. */
export function stripe(h) {
  let [ink, ink2] = ['', ''];
  const flat = () => 0;
  const loom = (y, width) => band(h, y, width, flat, 80, 0);
  for (let i = 0; i < 4; i++) {
    const y = i * 250;
    ink += loom(y + 60, 84) + loom(y + 122, 10);
    ink2 += loom(y + 146, 14) + loom(y + 206, 26) + loom(y + 4, 5);
    for (let k = 0; k < 50; k++)
      ink2 += place(
        k * 20 + h.spread(1.5),
        y + 174,
        14,
        `<rect x="-4" y="-7" width="8" height="14"/>`,
        h.spread(4),
      );
  }
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}
