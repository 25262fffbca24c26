import type { ReactNode } from 'react';
import type { Form } from '../parts/use-form.ts';
import type { Draft } from './draft.ts';

/** A condition that is on or off. */
export function Checkbox({ children, ...input }: { children: ReactNode } & ReturnType<Form<Draft>['flag']>) {
  return (
    <label className="flex min-h-9 items-center gap-2.5">
      <input type="checkbox" {...input} className="size-4.5 shrink-0" />
      {children}
    </label>
  );
}
