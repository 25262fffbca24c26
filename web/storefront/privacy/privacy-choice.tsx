import { usePageData } from '../layout/page-data.ts';
import type { Shop } from '../layout/shop.ts';

/**
 * The question whether visits may be passed on (decision 131), if the owner has set an id. It is hidden until
 * `privacy.ts` shows it to visitors who have not answered yet, or who follow “Privacy choices” in the footer.
 */
export function PrivacyChoice({ site: { ga4Id, metaPixelId, clientName } }: Pick<Shop, 'site'>) {
  const receivers = [ga4Id && 'Google', metaPixelId && 'Meta'].filter(Boolean);
  const isPrivacyPolicy = usePageData().pathname === '/privacy-policy';
  if (receivers.length === 0) return null;
  return (
    <section
      hidden
      data-privacy={receivers.join(' ')}
      aria-labelledby="privacy-choice"
      tabIndex={-1}
      className="privacy-choice fixed inset-x-3 bottom-3 z-30 max-h-[60dvh] overflow-y-auto rounded-lg bg-card p-4 text-sm shadow-float ring-1 ring-line outline-none sm:right-auto sm:left-4 sm:max-w-sm print:hidden"
    >
      <h2 id="privacy-choice" className="text-base">
        May we share your visit with {receivers.join(' and ')}?
      </h2>
      <p className="mt-1 text-ink-soft">
        It helps {clientName} to see what visitors look for and which advertisements work. The shop works the
        same either way.
      </p>
      <details className="mt-1">
        <summary className="inline-flex min-h-9 cursor-pointer items-center text-press underline underline-offset-4">
          What is shared
        </summary>
        <p className="pb-1 text-ink-soft">
          The pages and products that you open, what you search for, what you put into the cart and buy, with
          prices, your network address and a random number for this browser. Never your name, address, email
          or mobile number. You can change your answer at any time under “Privacy choices” at the foot of the
          page.{' '}
          {!isPrivacyPolicy && (
            <a href="/privacy-policy" className="text-press underline underline-offset-4">
              Privacy policy
            </a>
          )}
        </p>
      </details>
      <div className="mt-2 grid grid-cols-2 gap-3">
        <button type="submit" data-privacy-answer="declined" className="button button-secondary button-md">
          Decline
        </button>
        <button type="submit" data-privacy-answer="allowed" className="button button-secondary button-md">
          Allow
        </button>
      </div>
    </section>
  );
}
