import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrast, type Hex, leastContrast } from './colour.ts';
import { type BaseColours, baseNames, type ColourTokens, darkBase, tokensOf } from './tokens.ts';

const hex = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);
const base: fc.Arbitrary<BaseColours> = fc.record({
  paper: hex,
  ink: hex,
  button: hex,
  sale: hex,
  accent: hex,
  band: hex,
});

/** Every text colour of the storefront with the backgrounds it is shown on. */
const texts: [text: keyof ColourTokens, backgrounds: (keyof ColourTokens)[]][] = [
  ['ink', ['paper', 'paper-deep', 'card', 'press-tint', 'madder-tint', 'turmeric-tint', 'leaf-tint']],
  ['ink-soft', ['paper', 'paper-deep', 'card', 'press-tint', 'madder-tint', 'turmeric-tint', 'leaf-tint']],
  ['press', ['paper', 'paper-deep', 'card', 'press-tint']],
  ['on-press', ['press', 'press-deep']],
  ['madder', ['paper', 'paper-deep', 'card', 'madder-tint']],
  ['on-madder', ['madder']],
  ['turmeric-ink', ['paper', 'paper-deep', 'card', 'turmeric-tint']],
  ['on-turmeric', ['turmeric']],
  ['leaf', ['paper', 'paper-deep', 'card', 'leaf-tint']],
  ['on-night', ['night']],
  ['on-night-soft', ['night']],
];

function unreadable(tokens: ColourTokens): string[] {
  return texts.flatMap(([text, backgrounds]) =>
    backgrounds
      .filter((background) => contrast(tokens[text], tokens[background]) < 4.5)
      .map((background) => `${text} ${tokens[text]} on ${background} ${tokens[background]}`),
  );
}

it('keeps every text readable in both schemes, whatever colours are chosen', () => {
  fc.assert(
    fc.property(base, (chosen) => {
      for (const scheme of [chosen, darkBase(chosen)]) {
        const tokens = tokensOf(scheme);
        expect(Object.values(tokens).every((colour) => /^#[0-9a-f]{6}$/.test(colour))).toBe(true);
        expect(unreadable(tokens)).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});

it('leaves readable colours as they were chosen', () => {
  const chosen: BaseColours = {
    paper: '#fbf8f3',
    ink: '#221c17',
    button: '#2b3a8c',
    sale: '#b3402e',
    accent: '#e0a22e',
    band: '#1e2860',
  };
  const tokens = tokensOf(chosen);
  expect([tokens.ink, tokens.press, tokens.madder, tokens.turmeric, tokens.night]).toEqual([
    '#221c17',
    '#2b3a8c',
    '#b3402e',
    '#e0a22e',
    '#1e2860',
  ]);
  expect(baseNames.every((name) => name in chosen)).toBe(true);
  expect(leastContrast('#767676', ['#ffffff'])).toBeGreaterThan(4.5);
});
