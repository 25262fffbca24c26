import { isDark } from './colour.ts';
import { baseColours, defaultTheme, type Theme } from './theme.ts';
import { type ColourTokens, tokensOf } from './tokens.ts';

type Variables = Record<string, string>;

const sizes: Record<Theme['size'], string> = { small: '93.75%', normal: '100%', large: '112.5%' };
const corners: Record<Theme['corners'], [sm: string, md: string, lg: string]> = {
  square: ['0', '0', '0'],
  soft: ['6px', '10px', '16px'],
  round: ['10px', '16px', '28px'],
};
const spaces: Record<Theme['density'], [section: string, gap: string]> = {
  compact: ['0.7', '0.8'],
  normal: ['1', '1'],
  airy: ['1.35', '1.2'],
};
const buttonCorners: Record<Theme['buttons'], string> = { pill: '999px', rounded: '10px', square: '0' };

/**
 * The style sheet of a theme, which overrides the variables of `web/ui/styles/tokens.css`: empty for the default. It
 * consists of numbers, colours and names of this module alone, never of what somebody typed.
 */
export function themeCss(theme: Theme): string {
  const shape = shapeOf(theme);
  const standard = shapeOf(defaultTheme);
  const changed = Object.entries(shape).filter(([name, value]) => standard[name] !== value);
  const hasOwnColours = theme.palette !== 'haat' || Object.keys(theme.dark).length > 0;
  const base = baseColours(theme);
  const light = hasOwnColours ? Object.entries(colourVariables(tokensOf(base.light))) : [];
  const dark = hasOwnColours ? Object.entries(colourVariables(tokensOf(base.dark))) : [];
  const scheme = hasOwnColours && isDark(base.light.paper) ? [['color-scheme', 'dark']] : [];
  const rule = (declarations: string[][]) =>
    declarations.length > 0
      ? `html:root{${declarations.map(([name, value]) => `${name}:${value}`).join(';')}}`
      : '';
  const darkRule = rule(dark);
  return (
    rule([...changed, ...light, ...scheme]) +
    (darkRule && `@media screen and (prefers-color-scheme:dark){${darkRule}}`)
  );
}

const colourVariables = (tokens: ColourTokens): Variables =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]));

function shapeOf({ size, corners: corner, density, pictures, buttons }: Theme): Variables {
  const [small, medium, large] = corners[corner];
  const [section, gap] = spaces[density];
  return {
    '--text-size': sizes[size],
    '--corner-sm': small,
    '--corner-md': medium,
    '--corner-lg': large,
    '--button-corner': buttonCorners[buttons],
    '--section-space': section,
    '--gap-space': gap,
    '--picture-ratio': pictures.replace(':', '/'),
  };
}
