import { EmailField, MobileField, NameField } from '../../ui/field.tsx';
import { ReminderChoice } from '../cart/reminder-choice.tsx';
import { useCart } from '../cart/use-cart.ts';
import { Section } from '../layout/section.tsx';
import type { SectionProps } from './use-buyer.ts';

/** `asksForName`: there is no delivery address, which has it. */
export function ContactSection({
  details,
  errors,
  change,
  buyer: { account },
  asksForName,
}: SectionProps & { asksForName: boolean }) {
  const { lines } = useCart();
  return (
    <Section title="Contact Information">
      {!account && (
        <p className="mt-1 text-sm text-ink-soft">
          Have an account?{' '}
          <a
            href="/user-login?from=%2Fcheckout"
            className="inline-flex min-h-6 items-center text-press underline underline-offset-4"
          >
            Log in
          </a>
        </p>
      )}
      <div className="mt-4 grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {asksForName && (
          <NameField
            label="Your Name"
            value={details.name}
            error={errors.name}
            onChange={(event) => change({ name: event.target.value })}
            className="sm:col-span-2"
          />
        )}
        <EmailField
          label="Email Address"
          required
          disabled={Boolean(account?.email)}
          value={details.email}
          error={errors.email}
          onChange={(event) => change({ email: event.target.value })}
          className="sm:col-span-2"
        />
        <MobileField
          label="Mobile Number"
          required
          disabled={Boolean(account?.mobile)}
          value={details.mobile}
          error={errors.mobile}
          onChange={(event) => change({ mobile: event.target.value })}
        />
        <MobileField
          label="Alternate Mobile (Optional)"
          name="altMobile"
          autoComplete="off"
          value={details.altMobile}
          error={errors.altMobile}
          onChange={(event) => change({ altMobile: event.target.value })}
        />
      </div>
      <div className="mt-3">
        <ReminderChoice guest={account ? undefined : { email: details.email, lines }} />
      </div>
    </Section>
  );
}
