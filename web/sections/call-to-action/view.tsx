import type { SectionProps } from '../page.ts';

/** A dark panel; its block rotates by a quarter turn every four seconds. */
export function CallToAction({ settings, facts }: SectionProps<'call-to-action'>) {
  const { heading, button } = settings;
  const text = settings.text || facts.tagline;
  return (
    <section aria-labelledby="promo" className="shell section-space">
      <div className="relative isolate overflow-hidden rounded-lg bg-night px-6 py-12 text-center text-on-night sm:px-10 lg:py-20">
        <div className="buti-field absolute inset-0 -z-10 text-on-night opacity-[0.045]" aria-hidden="true" />
        <div className="buti turn-each-4s mx-auto mb-6 size-16 text-turmeric" aria-hidden="true" />
        <h2 id="promo" className="mx-auto max-w-xl text-3xl">
          {heading || facts.clientName}
        </h2>
        {text && <p className="mx-auto mt-4 max-w-md text-lg text-on-night-soft">{text}</p>}
        {button.label && (
          <a
            href={button.to}
            className="mt-8 inline-flex min-h-13 items-center rounded-button bg-turmeric px-8 font-semibold text-on-turmeric transition-colors hover:bg-on-night hover:text-night focus-visible:outline-on-night"
          >
            {button.label}
          </a>
        )}
      </div>
    </section>
  );
}
