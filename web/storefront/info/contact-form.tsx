import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { emailPattern } from '../../../shared/contact-rules.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, Field, TextAreaField } from '../../ui/field.tsx';

type Query = { name: string; email: string; subject: string; message: string };
type Problems = Partial<Record<keyof Query, string>>;
type Sending = 'idle' | 'loading' | 'success' | 'error';

const failure = 'Something went wrong. Please try again later.';
const thanks = "Thank you for your message! We'll get back to you soon.";
const words: Query = { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' };

/** Writes to the shop. What was typed stays until it has arrived. */
export function ContactForm() {
  const [sending, setSending] = useState<Sending>('idle');
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState(failure);
  const [ticket, setTicket] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [params] = useSearchParams();
  const about = params.get('subject')?.slice(0, 200) ?? '';
  // Not as a default value: the page is the same for everyone, whatever its address asks for.
  useEffect(() => {
    const subject = form.current?.elements.namedItem('subject');
    if (about && subject instanceof HTMLInputElement) subject.value ||= about;
  }, [about]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const fields = new FormData(element);
    const query = Object.fromEntries(
      Object.keys(words).map((key) => [key, String(fields.get(key) ?? '').trim()]),
    ) as Query;
    const found = problemsOf(query);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirst(found);
    setSending('loading');
    try {
      const reply = await call('POST /contact', {
        body: { ...query, website: String(fields.get('website') ?? '') },
      });
      setTicket(reply.ticket);
      element.reset();
      setSending('success');
    } catch (error) {
      const told = error instanceof ApiError ? (error.errors as Problems) : {};
      setProblems(told);
      setRefusal(error instanceof ApiError && [0, 429].includes(error.status) ? error.message : failure);
      setSending('error');
      focusFirst(told);
    }
  }

  function focusFirst(found: Problems) {
    const [first] = Object.keys(found);
    const input = first && form.current?.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  }

  /** An error goes away as soon as its field is edited. */
  function forget(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    if (name in problems) setProblems({ ...problems, [name]: undefined });
    if (sending !== 'loading') setSending('idle');
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={send}
      onInput={forget}
      aria-label="Contact Us"
      className="space-y-5"
    >
      <p className="hidden noscript:block">This form needs JavaScript.</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" name="name" autoComplete="name" required maxLength={100} error={problems.name} />
        <EmailField required error={problems.email} />
      </div>
      <Field label="Subject" name="subject" required maxLength={200} error={problems.subject} />
      <TextAreaField
        label="Message"
        name="message"
        rows={5}
        required
        maxLength={5000}
        error={problems.message}
      />
      {/* Only robots see and fill this one. */}
      <div className="hidden" aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="Website" />
      </div>
      <Button type="submit" size="lg" busy={sending === 'loading'}>
        {sending === 'loading' ? 'Sending...' : 'Send Message'}
      </Button>
      <p role="status" className="font-medium text-leaf empty:hidden">
        {sending === 'success' && (
          <>
            <span>{thanks}</span> <span className="whitespace-nowrap">Your ticket number is {ticket}.</span>
          </>
        )}
      </p>
      <p role="alert" className="font-medium text-madder empty:hidden">
        {sending === 'error' && refusal}
      </p>
    </form>
  );
}

function problemsOf(query: Query): Problems {
  const found: Problems = {};
  for (const key of Object.keys(words) as (keyof Query)[]) {
    if (!query[key]) found[key] = `${words[key]} is required`;
  }
  if (query.email && !emailPattern.test(query.email)) found.email = 'Enter a valid email address';
  return found;
}
