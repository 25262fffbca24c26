import { adjust, black, contrast, type Hex, isDark, mix, readable, white } from './colour.ts';

/** The colours that an owner chooses; all others follow from them. */
export const baseNames = ['paper', 'ink', 'button', 'sale', 'accent', 'band'] as const;
export type BaseColours = Record<(typeof baseNames)[number], Hex>;

/** The colours of the style sheet, by the names of its variables (`web/ui/styles/tokens.css`). */
export type ColourTokens = Record<
  | ('paper' | 'paper-deep' | 'card' | 'ink' | 'ink-soft' | 'line' | 'line-strong')
  | ('press' | 'press-deep' | 'press-tint' | 'on-press')
  | ('madder' | 'madder-tint' | 'on-madder')
  | ('turmeric' | 'turmeric-ink' | 'turmeric-tint' | 'on-turmeric')
  | ('leaf' | 'leaf-tint' | 'night' | 'on-night' | 'on-night-soft'),
  Hex
>;

/** Stock and success, in every palette. */
const green: Hex = '#35703f';

/**
 * All colours that follow from the chosen ones. A chosen colour in which text would be hard to read is made lighter or
 * darker, so that every text keeps a contrast of 4.5:1 (WCAG 2.2, 1.4.3).
 */
export function tokensOf(base: BaseColours): ColourTokens {
  const onDark = isDark(base.paper);
  // No text is readable on a medium colour and on its tints.
  const paper = readable(base.paper, [onDark ? white : black], 12);
  const card = onDark
    ? adjust(paper, ({ lightness }) => ({ lightness: lightness + 0.035 }))
    : mix(paper, white, 0.6);
  const deep = adjust(paper, ({ lightness }) => ({ lightness: lightness + (onDark ? 0.02 : -0.025) }));
  const grounds = [paper, deep, card];

  /** A colour for texts and buttons with its tint as their background. */
  const readableWithTint = (colour: Hex, part: number): [text: Hex, tint: Hex] => {
    const tint = mix(paper, colour, part);
    return [readable(colour, [...grounds, tint]), tint];
  };
  const [press, pressTint] = readableWithTint(base.button, onDark ? 0.16 : 0.1);
  const [madder, madderTint] = readableWithTint(base.sale, onDark ? 0.18 : 0.12);
  const [turmericInk, turmericTint] = readableWithTint(base.accent, onDark ? 0.16 : 0.22);
  const [leaf, leafTint] = readableWithTint(green, onDark ? 0.18 : 0.12);

  const ink = readable(base.ink, [...grounds, pressTint, madderTint, turmericTint, leafTint], 7);
  const soft = readable(mix(ink, paper, 0.28), [...grounds, pressTint, madderTint, turmericTint, leafTint]);
  const onPress = textOn(press);
  const onNight = readable(mix(textOn(base.band), base.band, 0.06), [base.band], 7);
  return {
    paper,
    'paper-deep': deep,
    card,
    ink,
    'ink-soft': soft,
    line: mix(paper, ink, onDark ? 0.16 : 0.12),
    'line-strong': mix(paper, ink, onDark ? 0.4 : 0.34),
    press,
    // The colour of a button under the pointer moves away from its text.
    'press-deep': mix(press, onPress === white ? black : white, 0.22),
    'press-tint': pressTint,
    'on-press': onPress,
    madder,
    'madder-tint': madderTint,
    'on-madder': textOn(madder),
    turmeric: base.accent,
    'turmeric-ink': turmericInk,
    'turmeric-tint': turmericTint,
    'on-turmeric': textOn(base.accent),
    leaf,
    'leaf-tint': leafTint,
    night: base.band,
    'on-night': onNight,
    'on-night-soft': readable(mix(onNight, base.band, 0.18), [base.band]),
  };
}

/** White or black, whichever is more readable; one of them always has a contrast of more than 4.5:1. */
const textOn = (background: Hex): Hex =>
  contrast(white, background) >= contrast(black, background) ? white : black;

/** The colours for devices with a dark scheme, as they follow from those that an owner chose. */
export function darkBase(base: BaseColours): BaseColours {
  if (isDark(base.paper)) return base;
  const paper = adjust(base.paper, ({ chroma }) => ({ lightness: 0.2, chroma: Math.min(chroma, 0.012) }));
  const bright = (colour: Hex, least: number) =>
    adjust(colour, ({ lightness, chroma }) => ({
      lightness: Math.max(lightness, least),
      chroma: Math.min(chroma, 0.13),
    }));
  return {
    paper,
    ink: adjust(base.paper, ({ chroma }) => ({ lightness: 0.94, chroma: Math.min(chroma, 0.015) })),
    button: bright(base.button, 0.79),
    sale: bright(base.sale, 0.74),
    accent: bright(base.accent, 0.78),
    band: adjust(base.band, ({ lightness }) => ({ lightness: Math.min(lightness, 0.28) })),
  };
}
