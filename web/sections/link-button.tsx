import { Flame } from 'lucide-react';
import { ButtonLink } from '../ui/button.tsx';

/** A button that leads somewhere, unless it has no words. */
export function LinkButton({
  link: { label, to },
  variant,
}: {
  link: { label: string; to: string };
  variant?: 'secondary';
}) {
  if (!label || !to) return null;
  return (
    <ButtonLink href={to} size="lg" variant={variant}>
      {to === '/deals' && <Flame className="size-5 text-madder" />}
      {label}
    </ButtonLink>
  );
}
