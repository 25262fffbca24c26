import type { ComponentProps } from 'react';
import { Field } from '../../../ui/field.tsx';
import type { Form, TextPath } from './use-form.ts';

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
