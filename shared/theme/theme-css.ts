import { contrast, type Hex, isDark } from './colour.ts';
import { baseColours, defaultTheme, type Theme } from './theme.ts';
import { type BaseColours, type ColourTokens, tokensOf } from './tokens.ts';

type Variables = Record<string, string>;

/** The background of the dark scheme in the style sheet. */
const haatDark: Hex = '#191512';

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
  const base = baseColours(theme);
  const hasOwnLight = theme.palette !== 'haat';
  const light = hasOwnLight ? colourDeclarations(base.light, 'light') : [];
  const dark = hasOwnDark(theme) ? colourDeclarations(base.dark, 'dark') : [];
  // Printed pages are white.
  const isOnScreen = isDark(base.light.paper);
  return [
    rule(isOnScreen ? changed : [...changed, ...light]),
    isOnScreen && inMedia('screen', rule(light)),
    inMedia('screen and (prefers-color-scheme:dark)', rule(dark)),
  ]
    .filter(Boolean)
    .join('');
}

const hasOwnDark = ({ palette, dark }: Theme): boolean => palette !== 'haat' || Object.keys(dark).length > 0;

/** The colours of a scheme. Controls of the browser follow the background, whatever scheme the device has. */
function colourDeclarations(base: BaseColours, scheme: 'light' | 'dark'): [string, string][] {
  const shown = isDark(base.paper) ? 'dark' : 'light';
  const colours = Object.entries(colourVariables(tokensOf(base)));
  return shown === scheme ? colours : [...colours, ['color-scheme', shown]];
}

const rule = (declarations: [string, string][]): string =>
  declarations.length > 0
    ? `html:root{${declarations.map(([name, value]) => `${name}:${value}`).join(';')}}`
    : '';

const inMedia = (media: string, rules: string): string => rules && `@media ${media}{${rules}}`;

/** All variables of a theme in one scheme, for a sample of it. */
export const themeVariables = (theme: Theme, scheme: 'light' | 'dark'): Variables => ({
  ...shapeOf(theme),
  ...colourVariables(tokensOf(baseColours(theme)[scheme])),
});

/** The background of both schemes, for the bars of browsers and of the installed app. */
export function paperColours(theme: Theme): Record<'light' | 'dark', Hex> {
  const { light, dark } = baseColours(theme);
  return { light: tokensOf(light).paper, dark: hasOwnDark(theme) ? tokensOf(dark).paper : haatDark };
}

function colourVariables(tokens: ColourTokens): Variables {
  const { paper, turmeric, 'turmeric-ink': strong } = tokens;
  return Object.fromEntries(
    Object.entries(tokens)
      .map(([name, value]) => [`--${name}`, value])
      // Stars in a pale colour would look like empty ones.
      .concat([['--star-colour', contrast(turmeric, paper) < 2 ? strong : turmeric]]),
  );
}

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
