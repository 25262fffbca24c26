/** A colour as `#rrggbb`. */
export type Hex = string;

/** A colour in OKLCH: lightness 0 to 1, chroma 0 to about 0.4, hue in degrees. */
type Oklch = { lightness: number; chroma: number; hue: number };

/** The contrast of two colours, 1 to 21 (WCAG 2.2, “contrast ratio”). */
export function contrast(first: Hex, second: Hex): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The least contrast of a colour with several others. */
export const leastContrast = (colour: Hex, others: Hex[]): number =>
  Math.min(...others.map((background) => contrast(colour, background)));

/** Whether white text is more readable on a colour than black text. */
export const isDark = (colour: Hex): boolean => contrast(colour, white) > contrast(colour, black);

export const white: Hex = '#ffffff';
export const black: Hex = '#000000';

/** A mixture of two colours; `part` is that of the second, 0 to 1. */
export function mix(first: Hex, second: Hex, part: number): Hex {
  const [a, b] = [toOklab(first), toOklab(second)];
  const blend = (from: number, to: number) => from + (to - from) * part;
  return fromOklab([blend(a[0], b[0]), blend(a[1], b[1]), blend(a[2], b[2])]);
}

/** A colour with some of its parts replaced; a colour that screens can't show becomes less saturated. */
export function adjust(colour: Hex, change: (now: Oklch) => Partial<Oklch>): Hex {
  const [lightness, a, b] = toOklab(colour);
  const now = { lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
  return toHex({ ...now, ...change(now) });
}

/**
 * The colour, made lighter or darker in small steps until its contrast with all of `backgrounds` is at least `ratio`.
 * The backgrounds must be on one side: all light or all dark.
 */
export function readable(colour: Hex, backgrounds: Hex[], ratio = 4.5): Hex {
  const extreme = leastContrast(white, backgrounds) > leastContrast(black, backgrounds) ? 1 : 0;
  let current = colour;
  for (let step = 1; leastContrast(current, backgrounds) < ratio && step <= 100; step++)
    current = adjust(colour, ({ lightness, chroma }) => ({
      lightness: lightness + ((extreme - lightness) * step) / 100,
      // Near white and black there are no strong colours.
      chroma: chroma * (1 - (step / 100) ** 3),
    }));
  return current;
}

function luminance(colour: Hex): number {
  const [red, green, blue] = toLinear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Triple = [number, number, number];

function toLinear(colour: Hex): Triple {
  const channel = (start: number) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** OKLab, https://bottosson.github.io/posts/oklab/. */
function toOklab(colour: Hex): Triple {
  const [red, green, blue] = toLinear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function oklabToLinear([lightness, a, b]: Triple): Triple {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function fromOklab(lab: Triple): Hex {
  const channels = oklabToLinear(lab).map((value) => {
    const light = Math.min(1, Math.max(0, value));
    const coded = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function toHex({ lightness, chroma, hue }: Oklch): Hex {
  const angle = (hue * Math.PI) / 180;
  const labOf = (strength: number): Triple => [
    lightness,
    strength * Math.cos(angle),
    strength * Math.sin(angle),
  ];
  const isShown = (strength: number) =>
    oklabToLinear(labOf(strength)).every((value) => value > -0.0005 && value < 1.0005);
  let strength = chroma;
  while (strength > 0.002 && !isShown(strength)) strength *= 0.95;
  return fromOklab(labOf(strength > 0.002 ? strength : 0));
}
