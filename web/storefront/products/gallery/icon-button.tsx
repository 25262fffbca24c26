import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

type IconButtonProps = { Icon: LucideIcon; label: string } & Omit<ComponentProps<'button'>, 'children'>;

export function IconButton({
  Icon,
  label,
  className = 'grid size-12 disabled:opacity-40',
  ...button
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...button}
      className={`place-items-center rounded-full bg-card shadow-float hover:bg-press hover:text-on-press ${className}`}
    >
      <Icon className="size-5" />
    </button>
  );
}
