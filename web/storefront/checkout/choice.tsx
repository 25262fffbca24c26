import type { ReactNode } from 'react';

/** One of the radio buttons of the group `group`, with what it means below its name. */
export function Choice(props: {
  group: string;
  name: string;
  checked: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
  children?: ReactNode;
}) {
  const { group, name, checked, isDisabled = false, onChoose, children } = props;
  return (
    <label
      className={`flex min-h-11 items-start gap-3 rounded-lg bg-card px-4 py-3 ring-1 ring-inset ${checked ? 'ring-2 ring-press' : 'ring-line'}`}
    >
      <input
        type="radio"
        name={group}
        checked={checked}
        disabled={isDisabled}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 accent-press"
      />
      <span className="min-w-0">
        <span className={`block font-medium ${isDisabled ? 'text-ink-soft' : ''}`}>{name}</span>
        <span className="block text-sm whitespace-pre-line text-ink-soft empty:hidden">{children}</span>
      </span>
    </label>
  );
}
