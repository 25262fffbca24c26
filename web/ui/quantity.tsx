import { type LucideIcon, Minus, Plus } from 'lucide-react';

/** A quantity stepper. Minus is disabled at 1, plus at `max`. `label` is the accessible name. */
export function Quantity({
  value,
  max,
  onChange,
  label,
}: {
  value: number;
  max: number;
  onChange: (value: number) => void;
  label: string;
}) {
  const lowerLabel = label.charAt(0).toLowerCase() + label.slice(1);
  return (
    <fieldset
      aria-label={label}
      className="inline-flex items-center rounded-button bg-card ring-1 ring-inset ring-line-strong"
    >
      <Step
        Icon={Minus}
        label={`Decrease ${lowerLabel}`}
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      />
      <output aria-live="polite" className="figures min-w-8 text-center text-sm font-semibold">
        {value}
      </output>
      <Step
        Icon={Plus}
        label={`Increase ${lowerLabel}`}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      />
    </fieldset>
  );
}

type StepProps = { Icon: LucideIcon; label: string; disabled: boolean; onClick: () => void };

function Step({ Icon, label, ...button }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...button}
      className="grid size-11 place-items-center rounded-button text-ink enabled:hover:bg-paper-deep disabled:text-ink-soft disabled:opacity-50"
    >
      <Icon className="size-4" />
    </button>
  );
}
