import { RichHtml } from '../../ui/text/rich-html.tsx';
import type { SectionProps } from '../page.ts';

export function RichTextSection({ settings: { text, align } }: SectionProps<'rich-text'>) {
  if (!text.html) return null;
  return (
    <section aria-label="Text" className="shell section-space">
      <RichHtml html={text.html} className={`max-w-3xl text-lg ${align === 'centre' ? 'mx-auto' : ''}`} />
    </section>
  );
}
