import type { ReactNode } from 'react';
import { Check } from '../parts/form/fields.tsx';

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 rounded-md bg-card p-4 ring-1 ring-line sm:p-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

export function Checkbox({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Check checked={checked} onChange={(event) => onChange(event.target.checked)}>
      {children}
    </Check>
  );
}
