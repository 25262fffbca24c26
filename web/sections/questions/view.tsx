import { useId } from 'react';
import { RichHtml } from '../../ui/text/rich-html.tsx';
import type { SectionProps } from '../page.ts';
import { SectionHeading } from '../section-heading.tsx';
import { answered } from './answered.ts';

export function Questions({ settings }: SectionProps<'questions'>) {
  const id = useId();
  const { heading } = settings;
  const shown = answered(settings);
  if (shown.length === 0) return null;
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      aria-label={heading ? undefined : 'Questions and answers'}
      className="shell section-space"
    >
      <SectionHeading id={id} heading={heading} />
      <div className="max-w-3xl divide-y divide-line border-y border-line">
        {shown.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-13 cursor-pointer items-center justify-between gap-4 py-3 font-semibold wrap-anywhere">
              {question}
              <span aria-hidden="true" className="text-xl text-press group-open:rotate-45">
                +
              </span>
            </summary>
            <RichHtml html={answer.html} className="max-w-prose pb-5 text-ink-soft" />
          </details>
        ))}
      </div>
    </section>
  );
}
