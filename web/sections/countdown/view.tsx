import { useId } from 'react';
import { LinkButton } from '../link-button.tsx';
import type { SectionProps } from '../page.ts';
import { endOf } from './end-of.ts';

/** When a discount or a sale ends; `tick.ts` counts the time that is left. Nothing without an end. */
export function Countdown({ settings, facts }: SectionProps<'countdown'>) {
  const id = useId();
  const end = endOf(settings, facts);
  if (!end) return null;
  const heading = settings.heading || end.text;
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      aria-label={heading ? undefined : 'Offer'}
      data-until={end.endsAt}
      className="shell section-space"
    >
      <div className="flex flex-col items-center gap-5 rounded-lg bg-turmeric-tint px-6 py-10 text-center">
        {heading && (
          <h2 id={id} className="max-w-2xl text-2xl wrap-anywhere">
            {heading}
          </h2>
        )}
        <p className="figures">
          Ends on <time dateTime={end.endsAt}>{inIndia.format(new Date(end.endsAt))}</time>
        </p>
        {/* Its height is fixed, so that nothing moves when the script fills it. */}
        <p data-left className="figures min-h-9 text-2xl font-semibold text-madder" />
        <LinkButton link={settings.link} />
      </div>
    </section>
  );
}

const inIndia = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
});
