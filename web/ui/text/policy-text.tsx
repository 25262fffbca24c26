import type { PolicyType } from '../../../shared/contract/policies.ts';
import { RichHtml } from './rich-html.tsx';

type PolicyContent = {
  type: PolicyType;
  title: string;
  html: string | null;
  sections: { heading: string; html: string | null; order: number }[];
  lastUpdated: string;
};

/** The content of a policy page. `level` is the level of its title, 2 in the preview of the back office. */
export function PolicyText({ policy, level = 1 }: { policy: PolicyContent; level?: 1 | 2 }) {
  const { type, title, html, sections, lastUpdated } = policy;
  const Title = `h${level}` as const;
  const Heading = level === 1 ? 'h2' : 'h3';
  const isLong = type === 'privacy-policy' || type === 'terms-condition';
  return (
    <>
      <Title className={`${level === 1 ? 'text-3xl' : 'text-2xl'} wrap-break-word`}>{title}</Title>
      <p className="mt-3 text-sm text-ink-soft">
        Last updated <time dateTime={lastUpdated}>{policyDate(lastUpdated, isLong ? 'long' : 'short')}</time>
      </p>
      <RichHtml html={html} className="mt-8 text-lg" />
      {sections.map((section) => (
        <section key={section.order} className="mt-9 border-t border-line pt-7">
          {section.heading && <Heading className="mb-3 text-xl wrap-break-word">{section.heading}</Heading>}
          <RichHtml html={section.html} />
        </section>
      ))}
    </>
  );
}

/** A date in India, such as 21 November 2026. */
export function policyDate(date: string, month: 'long' | 'short' = 'long'): string {
  return new Date(date).toLocaleDateString('en-IN', {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month,
    year: 'numeric',
  });
}
