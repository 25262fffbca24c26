import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ZodType } from 'zod';
import { ApiError } from '../../../api.ts';
import { failureText, showFailure } from '../show-failure.ts';

type FieldErrors = Record<string, string>;
/** Paths of the fields that hold a text: `title`, `socialLinks.facebook`, `sections.0.heading`. */
export type TextPath<Values> = {
  [Key in keyof Values & string]: Values[Key] extends string
    ? Key
    : Values[Key] extends readonly (infer Item)[]
      ? `${Key}.${number}${Item extends string ? '' : `.${TextPath<Item>}`}`
      : Values[Key] extends object
        ? `${Key}.${TextPath<Values[Key]>}`
        : never;
}[keyof Values & string];
type FlagName<Values> = {
  [Key in keyof Values & string]: Values[Key] extends boolean ? Key : never;
}[keyof Values & string];
type ListName<Values> = {
  [Key in keyof Values & string]: Values[Key] extends readonly unknown[] ? Key : never;
}[keyof Values & string];
export type TextEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;

type FormParts<Values> = {
  /** The first values; later changes of this object have no effect. */
  start: Values;
  /** Errors by path, see `errorsIn`. */
  check?: (values: Values) => FieldErrors;
  /** Makes the call. If it throws, its error is shown. */
  send: (values: Values) => Promise<unknown>;
  /** Shown if `send` fails without a reason from the server. */
  failed: string;
  /** Shows each failure of `send` in a toast instead of in `failure`: for long forms. */
  toasts?: boolean;
};

/**
 * State of a form (decision 46). Submitting checks the values, then sends them. Errors appear under their fields, and
 * the first of them gets the focus; an error that belongs to no field on the screen is in `failure`. Values that are
 * entered while the form is being sent are not lost.
 */
export function useForm<Values extends object>(parts: FormParts<Values>) {
  const [values, setValues] = useState(parts.start);
  const [saved, setSaved] = useState(parts.start);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = useFormErrors(form, parts);
  const { errors, failure, clearErrors } = problems;
  const isDone = useRef(false);
  const dirty = !isSame(values, saved);

  function change(changes: Partial<Values> | ((before: Values) => Partial<Values>), fields?: string[]) {
    setValues((before) => ({ ...before, ...(typeof changes === 'function' ? changes(before) : changes) }));
    clearErrors(fields ?? Object.keys(typeof changes === 'function' ? changes(values) : changes));
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  async function submit(): Promise<boolean> {
    if (busy) return false;
    problems.setFailure('');
    const found = parts.check?.(values) ?? {};
    if (Object.keys(found).length > 0) return problems.reject(found);
    setBusy(true);
    const isSent = await parts.send(values).then(() => true, problems.showError);
    setBusy(false);
    return isSent;
  }

  return {
    values,
    errors,
    failure,
    busy,
    dirty,
    change,
    /** Checks and sends the values. Returns whether they were sent. */
    submit,
    /** Whether leaving the page would lose input. */
    wouldLose: () => dirty && !isDone.current,
    /** The input is saved: leaving the page loses nothing any more. */
    allowLeave() {
      isDone.current = true;
    },
    /** Continues with `next`, which is saved. Values that were entered since `sent` stay. */
    continueWith(next: Values, sent: Values = values) {
      setValues((before) => (isSame(before, sent) ? next : before));
      setSaved(next);
      problems.setErrors({});
    },
    /** Properties of a text field, a text area or a select. */
    field: (path: TextPath<Values>) => ({
      name: path,
      value: textAt(values, path),
      error: errors[path],
      onChange: (event: TextEvent) => {
        const text = event.target.value;
        setValues((before) => withValue(before, path, text));
        clearErrors([path]);
      },
    }),
    /** Properties of a checkbox. */
    flag: (name: FlagName<Values>) => ({
      name,
      checked: Boolean(values[name]),
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const isChecked = event.target.checked;
        setValues((before) => withValue(before, name, isChecked));
      },
    }),
    /** Properties of a `RowList`. */
    list: <Name extends ListName<Values>>(name: Name) => ({
      rows: values[name],
      error: errors[name],
      onChange: (edit: (rows: Values[Name]) => Values[Name]) => {
        setValues((before) => withValue(before, name, edit(before[name])));
        clearErrors([name]);
      },
    }),
    /** Properties of the form element. */
    props: { ref: form, method: 'post', noValidate: true, onSubmit },
  };
}

/** The errors of fields, and the failure that belongs to none of them. */
function useFormErrors(
  form: RefObject<HTMLFormElement | null>,
  { failed, toasts = false }: { failed: string; toasts?: boolean },
) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState('');
  const [rejected, setRejected] = useState<FieldErrors>({});
  useEffect(() => {
    if (Object.keys(rejected).length === 0) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!first) return setFailure(Object.values(rejected)[0] ?? '');
    first.focus({ preventScroll: true });
    // In the middle, because bars cover the edges of the window.
    first.scrollIntoView({ block: 'center' });
  }, [rejected, form]);

  function reject(found: FieldErrors): false {
    setErrors(found);
    setRejected(found);
    return false;
  }

  /** Removes the errors of edited fields, of their parts, and of the lists that they are in. */
  function clearErrors(fields: string[]) {
    setFailure('');
    setErrors((before) => {
      const left = Object.entries(before).filter(
        ([name]) =>
          !fields.some((field) => `${name}.`.startsWith(`${field}.`) || field.startsWith(`${name}.`)),
      );
      return left.length === Object.keys(before).length ? before : Object.fromEntries(left);
    });
  }

  function showError(error: unknown): false {
    const fieldErrors = error instanceof ApiError ? error.errors : {};
    reject(fieldErrors);
    if (toasts) showFailure(error, failed);
    else if (Object.keys(fieldErrors).length === 0) setFailure(failureText(error, failed) ?? '');
    return false;
  }

  return { errors, failure, setFailure, reject, setErrors, clearErrors, showError };
}

/** The errors that the server would find in a body, by path: the schemas are the server's (shared/contract). */
export function errorsIn(schema: ZodType, body: unknown): FieldErrors {
  const found: FieldErrors = {};
  for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
    found[path.join('.')] ??= message;
  }
  return found;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function textAt(values: object, path: string): string {
  const [name = '', ...rest] = path.split('.');
  const value = Reflect.get(values, name);
  return rest.length > 0 ? textAt(value, rest.join('.')) : value;
}

function withValue<Values extends object>(values: Values, path: string, value: unknown): Values {
  const [name = '', ...rest] = path.split('.');
  const copy = Object.assign(Array.isArray(values) ? [] : {}, values);
  const before: object = values;
  const next = rest.length > 0 ? withValue(Reflect.get(before, name), rest.join('.'), value) : value;
  Reflect.set(copy, name, next);
  return copy;
}
