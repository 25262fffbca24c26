import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { contrast } from '../../../shared/theme/colour.ts';
import { colourLabels } from '../../../shared/theme/labels.ts';
import { paletteNames, palettes } from '../../../shared/theme/palettes.ts';
import { baseColours, colour as colourSchema, type Theme } from '../../../shared/theme/theme.ts';
import {
  type BaseColours,
  baseNames,
  type ColourTokens,
  darkBase,
  tokensOf,
} from '../../../shared/theme/tokens.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { partHeading, type ThemeProps } from './choices.tsx';

/** The finished palettes, and the owner's own colours. */
export function Colours({ theme, onChange }: ThemeProps) {
  const { palette, colours } = theme;
  const { light } = baseColours(theme);
  const isOwn = palette === 'own';
  return (
    <section aria-label="Colours">
      <h2 className={partHeading}>Colours</h2>
      <fieldset>
        <legend className="sr-only">Palette</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {paletteNames.map((name) => (
            <Swatch
              key={name}
              colours={palettes[name]}
              label={palettes[name].label}
              checked={palette === name}
              onChoose={() => onChange({ palette: name })}
            />
          ))}
          <Swatch
            colours={colours}
            label="Own colours"
            checked={isOwn}
            onChoose={() => onChange({ palette: 'own' })}
          />
        </div>
      </fieldset>
      {isOwn ? (
        <div className="mt-5 grid gap-4 sm:grid-cols-2">
          {baseNames.map((name) => (
            <ColourField
              key={name}
              name={name}
              base={light}
              onChange={(value) => onChange({ colours: { ...colours, [name]: value } })}
            />
          ))}
        </div>
      ) : (
        <button
          type="button"
          onClick={() => onChange({ palette: 'own', colours: light })}
          className="mt-2 min-h-9 text-press underline underline-offset-4"
        >
          Change single colours of this palette
        </button>
      )}
    </section>
  );
}

type SwatchProps = { colours: BaseColours; label: string; checked: boolean; onChoose: () => void };

function Swatch({ colours, label, checked, onChoose }: SwatchProps) {
  return (
    <label className="relative">
      <input
        type="radio"
        name="palette"
        checked={checked}
        onChange={onChoose}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span className="block h-full overflow-hidden rounded-md ring-1 ring-line-strong peer-checked:ring-2 peer-checked:ring-press peer-hover:ring-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-press">
        <span aria-hidden="true" className="flex h-10">
          {baseNames.map((name) => (
            <span
              key={name}
              className={name === 'paper' ? 'grow-3' : 'grow'}
              style={{ backgroundColor: colours[name] }}
            />
          ))}
        </span>
        <span className={`block px-2 py-1.5 text-xs ${checked ? 'font-semibold text-press' : ''}`}>
          {label}
        </span>
      </span>
    </label>
  );
}

/** The colours for devices with a dark scheme: they follow from the others, and each can be changed. */
export function DarkScheme({ theme, onChange }: ThemeProps) {
  const { dark } = theme;
  const base = baseColours(theme);
  const derived = darkBase(base.light);
  const without = (name: keyof BaseColours): Theme['dark'] =>
    Object.fromEntries(Object.entries(dark).filter(([field]) => field !== name));
  return (
    <section aria-label="Dark scheme">
      <h2 className={partHeading}>Dark scheme</h2>
      <p className="-mt-2 mb-4 max-w-prose text-ink-soft">
        For devices that are set to dark. These colours follow from those above; you can change each one.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {baseNames.map((name) => (
          <ColourField
            key={`${name} ${derived[name]}`}
            name={name}
            scheme="dark"
            base={base.dark}
            onChange={(value) => onChange({ dark: { ...dark, [name]: value } })}
            onReset={dark[name] ? () => onChange({ dark: without(name) }) : undefined}
          />
        ))}
      </div>
    </section>
  );
}

/** The colour of the style sheet that follows from a chosen one. */
const tokenNames: Record<keyof BaseColours, keyof ColourTokens> = {
  paper: 'paper',
  ink: 'ink',
  button: 'press',
  sale: 'madder',
  accent: 'turmeric',
  band: 'night',
};

type ColourFieldProps = {
  name: keyof BaseColours;
  scheme?: 'light' | 'dark';
  base: BaseColours;
  onChange: (colour: string) => void;
  onReset?: (() => void) | undefined;
};

/** A colour as a picker and as text. Says which colour is used if the chosen one would be hard to read. */
function ColourField({ name, scheme = 'light', base, onChange, onReset }: ColourFieldProps) {
  const id = useId();
  /** What is typed, as long as it is typed. */
  const [text, setText] = useState<string | null>(null);
  const label = scheme === 'dark' ? `${colourLabels[name]}, dark scheme` : colourLabels[name];
  const value = base[name];
  const isWrong = text !== null && !colourSchema.safeParse(text).success;
  function type(typed: string) {
    setText(typed);
    const colour = colourSchema.safeParse(typed).data;
    if (colour) onChange(colour);
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {colourLabels[name]}
        {scheme === 'dark' && <span className="sr-only">, dark scheme</span>}
      </label>
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={`Choose: ${label}`}
          value={value}
          onChange={({ target }) => {
            setText(null);
            onChange(target.value);
          }}
          className="size-11 shrink-0 cursor-pointer rounded-md ring-1 ring-line-strong lg:size-9"
        />
        <input
          id={id}
          type="text"
          value={text ?? value}
          maxLength={9}
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => type(target.value)}
          onBlur={() => !isWrong && setText(null)}
          className="office-input figures w-28"
        />
        {onReset && (
          <IconButton
            icon={RotateCcw}
            label={`Reset: ${label}`}
            title="Reset"
            onClick={() => {
              setText(null);
              onReset();
            }}
          />
        )}
      </div>
      <p id={`${id}-note`} role="status" className="mt-1 text-xs text-ink-soft">
        {isWrong ? (
          <span className="font-medium text-madder">Enter a colour such as #2b3a8c</span>
        ) : (
          <Readability name={name} base={base} />
        )}
      </p>
    </div>
  );
}

function Readability({ name, base }: { name: keyof BaseColours; base: BaseColours }) {
  const tokens = tokensOf(base);
  const used = tokens[tokenNames[name]];
  if (used !== base[name])
    return (
      <span className="flex items-center gap-1.5 text-turmeric-ink">
        <span
          aria-hidden="true"
          className="size-4 shrink-0 rounded-sm ring-1 ring-line-strong"
          style={{ backgroundColor: used }}
        />
        {name === 'paper' ? 'Texts would be hard to read on it' : 'It would be hard to read'}: the shop uses{' '}
        {used} instead.
      </span>
    );
  const isText = name === 'ink' || name === 'button' || name === 'sale';
  return isText && `Easy to read: contrast ${contrast(used, tokens.paper).toFixed(1)}:1`;
}
