import type { ComponentProps } from 'react';
import { Field } from '../../../ui/field.tsx';

export function IdentifierField(props: Partial<ComponentProps<typeof Field>>) {
  return (
    <Field
      label="Email or Mobile"
      name="identifier"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}
