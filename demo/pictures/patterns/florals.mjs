/** Repeats that grow: each takes a hand and returns layers, one per ink, in printing order. */
import { dot, halfDrop, line, petal, place, pointAt, ring } from './hand.mjs';

/** Small flowering sprigs in half-drop, as on Sanganeri cotton. */
export function buti(h) {
  let [red, blue] = ['', ''];
  const columns = 4;
  red += halfDrop(columns, 4, (x, y) => {
    const turn = h.spread(5);
    const [px, py] = [x + h.spread(5), y + h.spread(5)];
    const size = 1.12 + h.spread(0.04);
    const stem =
      line('M0 74 C -8 44 8 20 0 -6', 5) +
      `<g transform="translate(-2 46)">${petal(50, 15, -56)}${petal(50, 15, 56)}</g><g transform="translate(1 22)">${petal(34, 10, -62)}${petal(34, 10, 62)}</g>`;
    blue += place(
      px + 2,
      py + 3,
      110,
      stem +
        `<g transform="translate(0 -30)">${dot(0, 0, 9)}${ring(8, (a) => dot(...at(a + 22.5, 47), 4.2))}</g>`,
      turn,
      size,
    );
    const flower = `<g transform="translate(0 -30)">${ring(8, (a) => petal(30 + h.spread(2), 9.5, a, 11))}</g>`;
    return place(px, py, 110, flower, turn, size);
  });
  red += halfDrop(columns, 4, (x, y) =>
    place(
      x + h.spread(3),
      y + 125 + h.spread(3),
      30,
      ring(4, (a) => petal(15, 6, a, 2)),
      h.spread(9),
    ),
  );
  return [
    { ink: 'ink2', svg: blue },
    { ink: 'ink', svg: red },
  ];
}

/** The mango, filled and fringed. */
export function paisley(h) {
  const shell =
    'M0 78 C -58 78 -74 20 -44 -28 C -22 -62 22 -70 40 -102 C 62 -66 44 -42 50 -8 C 56 38 46 78 0 78Z';
  let [ink, ink2] = ['', ''];
  halfDrop(4, 3, (x, y, i, j) => {
    const flip = (i + j) % 2 ? -1 : 1;
    const [px, py, turn, size] = [
      x + h.spread(4),
      y + h.spread(4),
      h.spread(4) + flip * 6,
      1.2 + h.spread(0.03),
    ];
    const mirror = (s) => `<g transform="scale(${flip} 1)">${s}</g>`;
    const fringe = ring(17, (a) => {
      const [fx, fy] = pointAt(a, 1);
      return dot(fx * 82 - 4, fy * 96 + 4, 5);
    });
    ink2 += place(
      px + 2,
      py - 2,
      170,
      mirror(`<path d="${shell}" transform="scale(.66) translate(-2 14)"/>${fringe}`),
      turn,
      size,
    );
    const outline = line(shell, 8) + line('M40 -102 C 46 -128 16 -132 18 -114', 6);
    const heart = `<g transform="translate(-2 26)">${ring(6, (a) => petal(19, 7, a, 6))}</g><g transform="translate(6 -26)">${petal(26, 8, -20)}${petal(26, 8, 40)}</g>`;
    ink += place(px, py, 170, mirror(`${outline}<g color="var">${heart}</g>`), turn, size);
    ink += place(
      x + 125,
      y + h.spread(3),
      40,
      ring(6, (a) => petal(20, 8, a, 4)),
      h.spread(20),
    );
    return '';
  });
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink.replaceAll(' color="var"', '') },
  ];
}

/** A lattice of vines with a blossom in every eye. */
export function jaal(h) {
  let [ink, ink2] = ['', ''];
  halfDrop(4, 2, (x, y) => {
    const [w, t] = [125, 250];
    const vine = `M0 ${-t} C ${w * 0.15} ${-t * 0.62} ${w} ${-t * 0.5} ${w} 0 C ${w} ${t * 0.5} ${w * 0.15} ${t * 0.62} 0 ${t}`;
    const leaves = [-150, -95, 95, 150]
      .map((ly) => {
        const lx = w * (Math.abs(ly) > 120 ? 0.52 : 0.82);
        const turn = (ly < 0 ? 35 : 145) + h.spread(8);
        return `<g transform="translate(${lx} ${ly})">${petal(40, 13, turn)}${petal(36, 12, turn - 95)}</g>`;
      })
      .join('');
    const half = line(vine, 7) + leaves;
    ink2 += place(x + 2, y + 2, 280, `${half}<g transform="scale(-1 1)">${half}</g>`);
    const size = 1 + h.spread(0.05);
    const bloom = ring(10, (a) => petal(52, 15, a, 16)) + dot(0, 0, 9);
    const sprig = `<g transform="translate(0 88)">${petal(52, 13, 150)}${petal(52, 13, 210)}${petal(60, 12, 180)}</g>`;
    ink += place(
      x + h.spread(3),
      y - 12 + h.spread(4),
      200,
      bloom +
        sprig +
        `<g transform="translate(0 -84)">${petal(44, 14)}${petal(34, 10, -50)}${petal(34, 10, 50)}</g>`,
      h.spread(3),
      size,
    );
    return '';
  });
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}

/** Pen-drawn branches, large flowers, hatched leaves. */
export function kalamkari(h) {
  let [ink, ink2] = ['', ''];
  const hatch = (n, length) =>
    Array.from({ length: n }, (_, i) =>
      line(`M${(i - n / 2) * 7} ${-length * 0.3} l 5 ${-length * 0.34}`, 2),
    ).join('');
  for (let branch = 0; branch < 3; branch++) {
    const x0 = 166 + branch * 333;
    const wave = (y) => x0 + 60 * Math.sin((y / 1000) * Math.PI * 4 + branch * 2.1);
    let path = '';
    for (let y = -40; y <= 1040; y += 20) path += `${path ? 'L' : 'M'}${wave(y).toFixed(1)} ${y}`;
    for (const dx of [-1000, 0, 1000]) ink2 += `<g transform="translate(${dx} 0)">${line(path, 9)}</g>`;
    for (let k = 0; k < 4; k++) {
      const y = 125 + k * 250 + h.spread(8);
      const side = k % 2 ? 1 : -1;
      const x = wave(y) + side * 62;
      const core =
        ring(11, (a) => petal(38, 13, a + h.spread(3), 26)) +
        line('M-14 0 a14 14 0 1 0 28 0 a14 14 0 1 0 -28 0', 5) +
        ring(9, (a) => dot(...at(a, 20), 2.6));
      ink += place(x, y, 130, core, h.spread(20), 1.12);
      ink2 += place(
        x + 1,
        y + 2,
        130,
        ring(11, (a) => line(`M${pointAt(a, 36).join(' ')} L${pointAt(a, 62).join(' ')}`, 2.4)) +
          dot(0, 0, 9),
        h.spread(20),
        1.12,
      );
      const leafY = y + 125;
      const leafTurn = side * 62 + h.spread(8);
      const leaf = line('M0 0 C 30 -30 26 -82 0 -112 C -26 -82 -30 -30 0 0 M0 0 L0 -98', 5) + hatch(6, 110);
      ink2 += place(wave(leafY), leafY, 130, leaf, leafTurn);
      ink += place(wave(leafY), leafY + 6, 90, petal(62, 18, -leafTurn - 20), 0, 1);
    }
  }
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}

/** Bold mud-resist roundels with small geometric fill. */
export function bagru(h) {
  let [ink, ink2] = ['', ''];
  halfDrop(4, 4, (x, y) => {
    const [px, py, turn] = [x + h.spread(4), y + h.spread(4), h.spread(6)];
    ink += place(
      px,
      py,
      110,
      line('M-62 0 a62 62 0 1 0 124 0 a62 62 0 1 0 -124 0', 8) +
        ring(8, (a) => petal(28, 12, a, 16)) +
        dot(0, 0, 7),
      turn,
    );
    ink2 += place(
      px + 3,
      py + 2,
      110,
      ring(16, (a) => `<path transform="rotate(${a}) translate(0 -76)" d="M-7 6 L0 -10 L7 6Z"/>`) +
        dot(0, 0, 13) +
        ring(8, (a) => dot(...at(a + 22.5, 47), 4.5)),
      turn,
    );
    ink += place(
      x,
      y + 125,
      40,
      '<path d="M0 -26 L15 0 L0 26 L-15 0Z M0 -12 L7 0 L0 12 L-7 0Z" fill-rule="evenodd"/>',
      h.spread(6),
      1.1,
    );
    return '';
  });
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}

/** Garland flowers, close together. */
export function marigold(h) {
  let [ink, ink2] = ['', ''];
  halfDrop(4, 4, (x, y) => {
    const [px, py, turn] = [x + h.spread(6), y + h.spread(6), h.spread(30)];
    ink2 += place(
      px,
      py,
      150,
      ring(4, (a) => petal(74, 17, a + 45, 62)),
      turn * 0.2,
    );
    const scallops = (n, r, s) => ring(n, (a) => dot(...at(a + h.spread(3), r), s));
    ink += place(px, py, 120, scallops(15, 66, 14.5) + dot(0, 0, 60), turn);
    ink2 += place(
      px + 2,
      py + 1,
      120,
      ring(13, (a) =>
        line(
          `M${pointAt(a - 11, 53)
            .map((n) => n.toFixed(1))
            .join(' ')} A 14 14 0 0 1 ${pointAt(a + 11, 53)
            .map((n) => n.toFixed(1))
            .join(' ')}`,
          4.5,
        ),
      ) +
        ring(9, (a) =>
          line(
            `M${pointAt(a - 16, 32)
              .map((n) => n.toFixed(1))
              .join(' ')} A 12 12 0 0 1 ${pointAt(a + 16, 32)
              .map((n) => n.toFixed(1))
              .join(' ')}`,
            4.5,
          ),
        ) +
        dot(0, 0, 11),
      turn,
    );
    return '';
  });
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}

/** Lotuses over ripples, as on pichwai hangings. */
export function lotus(h) {
  let [ink, ink2] = ['', ''];
  halfDrop(4, 4, (x, y) => {
    const [px, py, turn, size] = [x + h.spread(4), y + 20 + h.spread(4), h.spread(4), 1.05 + h.spread(0.04)];
    ink += place(
      px,
      py,
      130,
      [-78, -52, -26, 0, 26, 52, 78].map((a) => petal(86 - Math.abs(a) * 0.16, 19, a)).join(''),
      turn,
      size,
    );
    ink2 += place(
      px + 2,
      py + 2,
      130,
      [-65, -39, -13, 13, 39, 65]
        .map((a) =>
          line(
            `M0 -8 L${pointAt(a, 62)
              .map((n) => n.toFixed(1))
              .join(' ')}`,
            3,
          ),
        )
        .join('') +
        line('M-70 16 C -40 34 40 34 70 16 M-44 32 C -20 44 20 44 44 32', 6) +
        [-90, 90].map((a) => petal(60, 12, a + h.spread(5), 66)).join(''),
      turn,
      size,
    );
    ink2 += place(px, py - 118, 20, dot(0, 0, 8) + dot(-20, 6, 4) + dot(20, 6, 4));
    return '';
  });
  return [
    { ink: 'ink2', svg: ink2 },
    { ink: 'ink', svg: ink },
  ];
}
