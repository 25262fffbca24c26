import type { ReactNode } from 'react';

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
    <label className="flex min-h-9 items-center gap-2.5">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 shrink-0"
      />
      {children}
    </label>
  );
}
