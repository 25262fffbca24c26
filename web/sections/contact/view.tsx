import { useId } from 'react';
import { Island } from '../../islands/island.tsx';
import { ContactForm } from '../../storefront/info/contact-form.tsx';
import type { SectionProps } from '../page.ts';
import { SectionHeading } from '../section-heading.tsx';

export function Contact({ settings: { heading, text } }: SectionProps<'contact'>) {
  const id = useId();
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      aria-label={heading ? undefined : 'Contact'}
      className="shell section-space"
    >
      <SectionHeading id={id} heading={heading} text={text} />
      <div className="max-w-3xl">
        <Island name="contact" component={ContactForm} props={{}} />
      </div>
    </section>
  );
}
