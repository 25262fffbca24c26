/** Four colours each: ground, two inks and the paper behind. */
export const palettes = {
  madder: { ground: '#f0e3cb', ink: '#9f2f26', ink2: '#22306e', paper: '#dcb09a' },
  indigo: { ground: '#22336f', ink: '#f1e8d6', ink2: '#84a5d6', paper: '#bcc6d8' },
  turmeric: { ground: '#e2a32a', ink: '#8c2f22', ink2: '#f8ebcd', paper: '#f2d3a2' },
  leaf: { ground: '#efe8d2', ink: '#2f6e45', ink2: '#b5622e', paper: '#bccba8' },
  rose: { ground: '#f4ddd5', ink: '#b0355a', ink2: '#5e7a4a', paper: '#e7bdb8' },
  teal: { ground: '#eef0e4', ink: '#0f6872', ink2: '#dc9a28', paper: '#abcbc5' },
  charcoal: { ground: '#2c2927', ink: '#eadfca', ink2: '#b3402e', paper: '#c9c1b6' },
  ivory: { ground: '#f5edde', ink: '#86633f', ink2: '#c69d5f', paper: '#e6dac6' },
  rust: { ground: '#b24d26', ink: '#f5e1bd', ink2: '#2b2948', paper: '#e3bd9b' },
  plum: { ground: '#5a2345', ink: '#f2dbb6', ink2: '#dc7a30', paper: '#d3b8c2' },
  sky: { ground: '#f3f3ea', ink: '#3873b6', ink2: '#1f2d68', paper: '#b5cee0' },
  mustard: { ground: '#f3e5bd', ink: '#bf7f14', ink2: '#573721', paper: '#efcf98' },
};

const luminance = (hex) => {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
  return 0.3 * r + 0.6 * g + 0.1 * b;
};

/**
 * The colours a pattern is drawn in: as they are on cloth, on white slip for glaze, black and white for masks (of all
 * inks, of the second only).
 */
export function coloursFor(palette, finish) {
  const p = palettes[palette];
  if (finish === 'mask') return { ground: '#000000', ink: '#ffffff', ink2: '#ffffff' };
  if (finish === 'second') return { ground: '#000000', ink: '#000000', ink2: '#ffffff' };
  if (finish === 'glaze' && luminance(p.ground) < 0.75) {
    const light = luminance(p.ink) > 0.75 ? p.ink2 : p.ink;
    return { ground: '#f2efe6', ink: p.ground, ink2: light };
  }
  return p;
}
