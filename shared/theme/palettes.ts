import type { BaseColours } from './tokens.ts';

/** The finished palettes, by the name that is stored; `haat` is that of the style sheet. */
export const paletteNames = [
  'haat',
  'marigold',
  'lotus',
  'forest',
  'clay',
  'ocean',
  'monochrome',
  'midnight',
] as const;
export type PaletteName = (typeof paletteNames)[number];

export const palettes: Record<PaletteName, BaseColours & { label: string }> = {
  haat: {
    label: 'Indigo on warm paper',
    paper: '#fbf8f3',
    ink: '#221c17',
    button: '#2b3a8c',
    sale: '#b3402e',
    accent: '#e0a22e',
    band: '#1e2860',
  },
  marigold: {
    label: 'Marigold and maroon',
    paper: '#fffaf0',
    ink: '#2a1512',
    button: '#8a1f2d',
    sale: '#b8410f',
    accent: '#f0a202',
    band: '#5a1420',
  },
  lotus: {
    label: 'Lotus pink',
    paper: '#fdf7f8',
    ink: '#2b1a22',
    button: '#a3195b',
    sale: '#b5341f',
    accent: '#e8a0bf',
    band: '#4a1236',
  },
  forest: {
    label: 'Forest green',
    paper: '#f7f8f2',
    ink: '#1a211a',
    button: '#2c5f3a',
    sale: '#a8442a',
    accent: '#d2b04c',
    band: '#16352a',
  },
  clay: {
    label: 'Clay and cream',
    paper: '#fbf5ee',
    ink: '#2b211b',
    button: '#9a4a26',
    sale: '#a02c2c',
    accent: '#d8a35d',
    band: '#4b2a1c',
  },
  ocean: {
    label: 'Blue pottery',
    paper: '#f5f9fb',
    ink: '#13212b',
    button: '#0c5f86',
    sale: '#b03a3a',
    accent: '#57b8c9',
    band: '#0d3550',
  },
  monochrome: {
    label: 'Black on white',
    paper: '#ffffff',
    ink: '#141414',
    button: '#141414',
    sale: '#b3261e',
    accent: '#c9c4bb',
    band: '#1b1b1b',
  },
  midnight: {
    label: 'Gold on black',
    paper: '#141210',
    ink: '#f3ebdd',
    button: '#d9b36a',
    sale: '#e58a6f',
    accent: '#c99a3f',
    band: '#262019',
  },
};
