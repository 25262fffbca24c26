import { useEffect, useState } from 'react';
import { emailProblem } from '../../../shared/contact/contact-rules.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, Field, TextAreaField } from '../../ui/field.tsx';
import { useForm, type Values } from '../../ui/use-form.ts';
import { usePageData } from '../layout/page-data.ts';

export function ContactForm() {
  const [ticket, setTicket] = useState('');
  const { errors, failure, busy, props } = useForm({
    check,
    send,
    fallback: 'Something went wrong. Please try again later.',
  });
  const givenSubject = new URLSearchParams(usePageData().search).get('subject')?.slice(0, 200) ?? '';
  // Not as a default value, because the server's page is the same for every address.
  useEffect(() => {
    const subject = props.ref.current?.elements.namedItem('subject');
    if (givenSubject && subject instanceof HTMLInputElement) subject.value ||= givenSubject;
  }, [givenSubject, props.ref]);

  async function send(values: Values) {
    setTicket('');
    try {
      const { name = '', email = '', subject = '', message = '', website } = values;
      const reply = await call('POST /contact', { body: { name, email, subject, message, website } });
      setTicket(reply.ticket);
      props.ref.current?.reset();
    } catch (error) {
      const isExplained =
        error instanceof ApiError &&
        ([0, 429].includes(error.status) || Object.keys(error.errors).length > 0);
      throw isExplained ? error : new Error('The message could not be sent', { cause: error });
    }
  }

  return (
    <form
      {...props}
      onInput={(event) => {
        props.onInput(event);
        setTicket('');
      }}
      aria-label="Contact Us"
      className="space-y-5"
    >
      <p className="hidden noscript:block">This form needs JavaScript.</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" name="name" autoComplete="name" required maxLength={100} error={errors.name} />
        <EmailField required error={errors.email} />
      </div>
      <Field label="Subject" name="subject" required maxLength={200} error={errors.subject} />
      <TextAreaField
        label="Message"
        name="message"
        rows={5}
        required
        maxLength={5000}
        error={errors.message}
      />
      {/* A hidden field that only bots fill. */}
      <div className="hidden" aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="Website" />
      </div>
      <Button type="submit" size="lg" busy={busy}>
        {busy ? 'Sending...' : 'Send Message'}
      </Button>
      <p role="status" className="font-medium text-leaf empty:hidden">
        {ticket && (
          <>
            <span>Thank you for your message! We'll get back to you soon.</span>{' '}
            <span className="whitespace-nowrap">Your ticket number is {ticket}.</span>
          </>
        )}
      </p>
      <p role="alert" className="font-medium text-madder empty:hidden">
        {failure}
      </p>
    </form>
  );
}

function check({ name = '', email = '', subject = '', message = '' }: Values) {
  const required = (value: string, label: string) => (value.trim() ? undefined : `${label} is required`);
  return {
    name: required(name, 'Name'),
    email: emailProblem(email.trim()),
    subject: required(subject, 'Subject'),
    message: required(message, 'Message'),
  };
}
