import type { SectionProps } from '../page.ts';

const spaces = { small: 'pt-6', normal: 'pt-12', large: 'pt-24' };

export function Divider({ settings: { size, hasMotif } }: SectionProps<'divider'>) {
  return (
    <div className={`shell ${spaces[size]}`} aria-hidden="true">
      {hasMotif && <div className="motif text-line-strong" />}
    </div>
  );
}
