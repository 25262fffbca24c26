import { type ChoiceField, choiceFields, choices } from '../../../shared/theme/labels.ts';
import { type Theme, theme as themeSchema } from '../../../shared/theme/theme.ts';

export type ThemeProps = { theme: Theme; onChange: (fields: Partial<Theme>) => void };

/** The heading of a part of the editor. */
export const partHeading = 'mb-3 text-lg';

/** The settings that have a few named values. */
export function Choices({ theme, onChange }: ThemeProps) {
  return (
    <section aria-label="Fonts and shapes">
      <h2 className={partHeading}>Fonts and shapes</h2>
      <div className="grid gap-5">
        {choiceFields.map((field) => (
          <Choice key={field} field={field} theme={theme} onChange={onChange} />
        ))}
      </div>
    </section>
  );
}

function Choice({ field, theme, onChange }: ThemeProps & { field: ChoiceField }) {
  const { label, options } = choices[field];
  const schema = themeSchema.shape[field];
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(options).map(([value, name]) => (
          <label key={value} className="relative">
            <input
              type="radio"
              name={field}
              checked={theme[field] === value}
              onChange={() => onChange({ [field]: schema.parse(value) })}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span className="grid min-h-11 min-w-11 place-items-center rounded-md px-3 ring-1 ring-line-strong ring-inset peer-checked:bg-press-tint peer-checked:font-semibold peer-checked:text-press peer-checked:ring-2 peer-checked:ring-press peer-hover:ring-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-press lg:min-h-9">
              {name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
