import type { ComponentProps } from 'react';
import { Field } from '../../../ui/field.tsx';

/** A required field for the email address or mobile number of an account. */
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
