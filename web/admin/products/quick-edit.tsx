import { Pencil } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ZodType } from 'zod';

/**
 * A number in a list that turns into a field when pressed. Enter or leaving the field saves, Escape cancels. If the
 * input is not valid by `schema`, the field stays open.
 */
export function QuickEdit(props: {
  label: string;
  value: number;
  schema: ZodType<number | undefined>;
  onSave: (value: number) => void;
  children: ReactNode;
}) {
  const { label, value, schema, onSave, children } = props;
  const [editing, setEditing] = useState(false);
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (editing) field.current?.select();
  }, [editing]);

  function close() {
    setEditing(false);
    setWrong(false);
    requestAnimationFrame(() => button.current?.focus());
  }
  function save() {
    const text = field.current?.value ?? '';
    const { data: number } = schema.safeParse(text);
    if (number === undefined) return setWrong(true);
    if (number !== value) onSave(number);
    close();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') close();
  }

  if (editing) {
    return (
      <input
        ref={field}
        aria-label={label}
        aria-invalid={wrong || undefined}
        defaultValue={value}
        inputMode="decimal"
        onKeyDown={onKeyDown}
        onBlur={() => (wrong ? close() : save())}
        className="office-input figures w-28"
      />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      onClick={() => setEditing(true)}
      className="group -mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 hover:bg-paper-deep"
    >
      <span className="sr-only">{label}: </span>
      {children}
      <span className="sr-only">, edit</span>
      <Pencil className="size-3.5 text-ink-soft opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100" />
    </button>
  );
}
