import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './spinner.tsx';

type ButtonVariant = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'md' | 'lg';
};
type WithIcon = { icon?: LucideIcon };

function buttonClass({ variant = 'primary', size = 'md' }: ButtonVariant, extra = '') {
  return `button button-${variant} button-${size} ${extra}`.trim();
}

type ButtonProps = ButtonVariant &
  WithIcon &
  ComponentProps<'button'> & {
    busy?: boolean;
    children: ReactNode;
    /** Handles clicks instead of `onClick`; the button is busy until the promise is settled. */
    action?: () => Promise<void>;
  };

/** A button. While it is busy it shows a spinner instead of its icon and is disabled. */
export function Button({
  variant,
  size,
  icon: Icon,
  busy = false,
  action,
  className = '',
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonProps) {
  const [running, setRunning] = useState(false);
  const isBusy = busy || running;
  const run = () => {
    setRunning(true);
    action?.().finally(() => setRunning(false));
  };
  return (
    <button
      {...(action && { onClick: run })}
      {...rest}
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {isBusy ? <Spinner /> : Icon && <Icon className="size-4" />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon: Icon,
  className = '',
  children,
  ...rest
}: ButtonVariant & WithIcon & LinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      {Icon && <Icon className="size-4" />}
      {children}
    </Link>
  );
}

/** An underlined link that is as high as a button. */
export function TextLink({ className = '', ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={`inline-flex min-h-11 items-center font-medium text-press underline underline-offset-4 ${className}`}
    />
  );
}
