import type { ComponentProps, ReactNode } from 'react';

/** A condition that is on or off. */
export function Checkbox({ children, ...input }: { children: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="flex min-h-9 items-center gap-2.5">
      <input type="checkbox" {...input} className="size-4.5 shrink-0" />
      {children}
    </label>
  );
}
