import { LinkButton } from '../link-button.tsx';
import type { SectionProps } from '../page.ts';

export function Buttons({ settings: { buttons, align } }: SectionProps<'buttons'>) {
  const shown = buttons.filter(({ label, to }) => label && to);
  if (shown.length === 0) return null;
  return (
    <div className={`shell section-space flex flex-wrap gap-3 ${align === 'centre' ? 'justify-center' : ''}`}>
      {shown.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may be the same
        <LinkButton key={index} link={link} variant={index === 0 ? undefined : 'secondary'} />
      ))}
    </div>
  );
}
