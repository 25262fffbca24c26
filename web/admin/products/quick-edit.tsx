import { Pencil } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * A figure in a table that turns into a field when pressed. Enter or leaving it saves, Escape leaves it as it was.
 * If `read` returns no number, the input is rejected and the field stays open.
 */
export function QuickEdit({
  label,
  value,
  read,
  onSave,
  children,
}: {
  label: string;
  value: number;
  read: (text: string) => number | undefined;
  onSave: (value: number) => void;
  children: ReactNode;
}) {
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
    const figure = read(text);
    if (figure === undefined) return setWrong(true);
    if (figure !== value) onSave(figure);
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
      <Pencil
        className="size-3.5 text-ink-soft opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
        aria-hidden="true"
      />
    </button>
  );
}
