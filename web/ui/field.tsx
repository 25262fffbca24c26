import { Eye, EyeOff } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';

type FieldProps = {
  label: string;
  name: string;
  error?: string | null;
  hint?: ReactNode;
  /** Adds '(Optional)' to the label. */
  optional?: boolean;
};

const inputClass =
  'block w-full min-h-12 rounded-md bg-card px-3.5 py-2.5 text-base text-ink ring-1 ring-inset ring-line-strong ' +
  'transition-shadow hover:ring-ink-soft focus:outline-2 focus:outline-offset-1 focus:outline-press ' +
  'aria-invalid:ring-2 aria-invalid:ring-madder disabled:bg-paper-deep disabled:text-ink-soft';

/** A labelled input with its announced error. Accepts all attributes of an input. */
export function Field({
  label,
  name,
  error,
  hint,
  optional,
  className = '',
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Labelled {...{ label, name, error, hint, optional, className }} id={input.id}>
      {(inputProps) => <input {...input} {...inputProps} className={inputClass} />}
    </Labelled>
  );
}

type PresetProps = Partial<FieldProps> & InputHTMLAttributes<HTMLInputElement>;

/** A field for an email address. */
export function EmailField(props: PresetProps) {
  const attributes = { type: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false };
  return <Field label="Email" name="email" maxLength={254} {...attributes} {...props} />;
}

/** A field for a mobile number. */
export function MobileField(props: PresetProps) {
  return <Field label="Mobile" name="mobile" type="tel" autoComplete="tel" maxLength={20} {...props} />;
}

/** A labelled select; the options are its children. */
export function SelectField({
  label,
  name,
  error,
  hint,
  optional,
  className = '',
  ...select
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Labelled {...{ label, name, error, hint, optional, className }} id={select.id}>
      {(wiring) => <select {...select} {...wiring} className={`${inputClass} pr-9`} />}
    </Labelled>
  );
}

/** A labelled textarea. */
export function TextAreaField({
  label,
  name,
  error,
  hint,
  optional,
  className = '',
  ...area
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Labelled {...{ label, name, error, hint, optional, className }} id={area.id}>
      {(wiring) => <textarea {...area} {...wiring} className={inputClass} />}
    </Labelled>
  );
}

/** A password with a button that shows it. @public */
export function PasswordField({
  label,
  name,
  error,
  hint,
  optional,
  className = '',
  ...input
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Labelled {...{ label, name, error, hint, optional, className }} id={input.id}>
      {(wiring) => (
        <div className="relative">
          <input
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={`${inputClass} pr-13`}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-12 place-items-center text-ink-soft hover:text-ink"
          >
            <Icon className="size-5" aria-hidden="true" />
          </button>
        </div>
      )}
    </Labelled>
  );
}

type InputProps = {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

function Labelled({
  label,
  name,
  error,
  hint,
  optional,
  className,
  id: givenId,
  children,
}: FieldProps & { className?: string; id?: string; children: (wiring: InputProps) => ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (Optional)</span>}
      </label>
      {children({
        id,
        name,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-madder">
          {error}
        </p>
      )}
    </div>
  );
}
