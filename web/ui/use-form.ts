import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../api.ts';

export type Values = Record<string, string>;
export type Problems = Record<string, string | undefined>;

/**
 * A form with uncontrolled fields: checks the values, sends them once at a time, and returns the errors of fields and of
 * the whole form. `fallback` is the error if the server gave no reason, `offline` if it could not be reached (default:
 * the same).
 */
export function useForm(options: {
  check: (values: Values) => Problems;
  send: (values: Values) => Promise<void>;
  fallback: string;
  offline?: string;
  /** The form's names for fields that the server calls differently. */
  rename?: Record<string, string>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Problems>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  function showErrors(found: Problems) {
    setErrors(found);
    const named = Object.keys(found).filter((name) => found[name]);
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[];
    const first = fields.find((field) => named.includes(field.name));
    requestAnimationFrame(() => first?.focus());
    return named.length > 0;
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setFailure('');
    if (showErrors(options.check(values))) return;
    setBusy(true);
    try {
      await options.send(values);
    } catch (error) {
      const apiError = error instanceof ApiError ? error : undefined;
      const found = Object.entries(apiError?.errors ?? {}).map(([name, text]) => [
        options.rename?.[name] ?? name,
        text,
      ]);
      const shown = showErrors(Object.fromEntries(found));
      const reason = apiError?.code === 'network' ? options.offline : apiError?.serverMessage;
      if (!shown) setFailure(reason ?? options.fallback);
    } finally {
      setBusy(false);
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  }

  // With POST, a form that is submitted without JavaScript does not put its values into the address.
  const props = { ref: form, method: 'post', noValidate: true, onSubmit, onInput };
  return { errors, failure, busy, props };
}

/** The problem of a new password that needs at least `least` characters. The server has more rules for admins. */
export function passwordProblem(password: string | undefined, least = 6): string | undefined {
  if (!password) return 'Password is required';
  if (password.length < least) return `Password must be at least ${least} characters`;
  return password.length > 200 ? 'Password must be at most 200 characters' : undefined;
}
