import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../../../ui/field.tsx';
import type { Form, TextPath } from './use-form.ts';

/** A field for an amount, or another number that may have decimals. */
export const AmountField = (props: ComponentProps<typeof Field>) => <Field inputMode="decimal" {...props} />;

/** A field for a number without decimals. */
export const CountField = (props: ComponentProps<typeof Field>) => <Field inputMode="numeric" {...props} />;

/** A key or password that is entered and never shown. If one is stored, it is entered only to replace that. */
export function SecretField(props: { isStored: boolean } & ComponentProps<typeof Field>) {
  const { isStored, hint, ...rest } = props;
  return (
    <Field
      type="password"
      autoComplete="new-password"
      maxLength={500}
      required={!isStored}
      placeholder={isStored ? 'Saved' : ''}
      hint={isStored ? 'Saved. Enter another one only to replace it.' : hint}
      {...rest}
    />
  );
}

/** A checkbox with its label. `tall`: as high as a button on a phone. */
export function Check(props: { tall?: boolean; children: ReactNode } & ComponentProps<'input'>) {
  const { tall = false, className = '', children, ...input } = props;
  return (
    <label className={`flex items-center ${tall ? 'min-h-11 gap-3' : 'min-h-9 gap-2.5'} ${className}`}>
      <input type="checkbox" {...input} className="size-4.5 shrink-0" />
      {children}
    </label>
  );
}

/** A checkbox for each of some objects, of which those with the ids in `chosen` are checked. */
export function CheckList(props: {
  options: { _id: string; name: string }[];
  chosen: string[];
  onChange: (ids: string[]) => void;
}) {
  const { options, chosen, onChange } = props;
  return options.map(({ _id, name }) => (
    <Check
      key={_id}
      checked={chosen.includes(_id)}
      onChange={({ target }) =>
        onChange(target.checked ? [...chosen, _id] : chosen.filter((id) => id !== _id))
      }
    >
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </Check>
  ));
}

/** What a field with this id as its `list` suggests. */
export const Suggestions = ({ id, words }: { id: string; words: readonly string[] }) => (
  <datalist id={id}>
    {words.map((word) => (
      <option key={word} value={word} />
    ))}
  </datalist>
);

/** A text field: its path, label, maximum length and other properties. It is optional unless `required`. */
export type TextField<Values> = readonly [
  path: TextPath<Values>,
  label: string,
  maxLength: number,
  props?: Partial<ComponentProps<typeof Field>>,
];

/** Text fields of a form. */
export function TextFields<Values extends object>(props: {
  form: Pick<Form<Values>, 'field'>;
  fields: readonly TextField<Values>[];
}) {
  return props.fields.map(([path, label, maxLength, attributes]) => (
    <Field
      key={path}
      label={label}
      optional={!attributes?.required}
      maxLength={maxLength}
      {...attributes}
      {...props.form.field(path)}
    />
  ));
}
