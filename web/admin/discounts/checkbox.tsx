import type { ComponentProps, ReactNode } from 'react';
import { Check } from '../parts/form/fields.tsx';

/** A condition that is on or off. */
export function Checkbox({ children, ...input }: { children: ReactNode } & ComponentProps<'input'>) {
  return <Check {...input}>{children}</Check>;
}
