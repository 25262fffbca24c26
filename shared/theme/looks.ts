import type { Theme } from './theme.ts';

/** A finished look: a theme, except for the owner's own colours and logo, which it keeps. */
export type Look = { name: string; label: string; about: string; theme: Omit<Theme, 'colours' | 'logo'> };

export const looks: Look[] = [
  {
    name: 'haat',
    label: 'Haat',
    about: 'Indigo on warm paper, soft corners',
    theme: {
      palette: 'haat',
      dark: {},
      fonts: 'haat',
      size: 'normal',
      corners: 'soft',
      density: 'normal',
      pictures: '1:1',
      cards: 'plain',
      buttons: 'pill',
      motif: 'block',
      header: 'classic',
    },
  },
  {
    name: 'jewellery',
    label: 'Jewellery on dark',
    about: 'Gold on black, square and airy',
    theme: {
      palette: 'midnight',
      dark: {},
      fonts: 'cormorant',
      size: 'normal',
      corners: 'square',
      density: 'airy',
      pictures: '4:5',
      cards: 'plain',
      buttons: 'square',
      motif: 'lattice',
      header: 'centred',
    },
  },
  {
    name: 'apparel',
    label: 'Apparel on white',
    about: 'Black on white, tall pictures',
    theme: {
      palette: 'monochrome',
      dark: {},
      fonts: 'gloock',
      size: 'normal',
      corners: 'square',
      density: 'compact',
      pictures: '3:4',
      cards: 'plain',
      buttons: 'rounded',
      motif: 'none',
      header: 'compact',
    },
  },
  {
    name: 'food',
    label: 'Food on warm',
    about: 'Clay and cream, round and generous',
    theme: {
      palette: 'clay',
      dark: {},
      fonts: 'baloo',
      size: 'large',
      corners: 'round',
      density: 'normal',
      pictures: '1:1',
      cards: 'raised',
      buttons: 'pill',
      motif: 'lotus',
      header: 'classic',
    },
  },
  {
    name: 'stationery',
    label: 'Stationery in colour',
    about: 'Lotus pink, framed cards',
    theme: {
      palette: 'lotus',
      dark: {},
      fonts: 'eczar',
      size: 'normal',
      corners: 'soft',
      density: 'normal',
      pictures: '4:5',
      cards: 'framed',
      buttons: 'rounded',
      motif: 'steps',
      header: 'centred',
    },
  },
];

/** The theme with a look instead of its own settings. */
export const withLook = ({ colours, logo }: Theme, look: Look): Theme => ({ ...look.theme, colours, logo });

/** Whether a theme is this look as it is. */
export const hasLook = (theme: Theme, { theme: look }: Look): boolean => {
  const settings = new Map<string, unknown>(Object.entries(theme));
  return Object.entries(look).every(
    ([field, value]) => JSON.stringify(settings.get(field)) === JSON.stringify(value),
  );
};
