import { Eye, EyeOff } from 'lucide-react';
import {
  type ComponentProps,
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

/** A labelled input with its announced error. Accepts all attributes of an input. */
export function Field(props: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const [frame, input] = useField(props);
  return (
    <Labelled {...frame}>
      <input {...input} className="input" />
    </Labelled>
  );
}

type PresetProps = Partial<FieldProps> & InputHTMLAttributes<HTMLInputElement>;

export function EmailField(props: PresetProps) {
  const attributes = { type: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false };
  return <Field label="Email" name="email" maxLength={254} {...attributes} {...props} />;
}

export function MobileField(props: PresetProps) {
  return <Field label="Mobile" name="mobile" type="tel" autoComplete="tel" maxLength={40} {...props} />;
}

export function NameField(props: PresetProps) {
  return <Field label="Full Name" name="name" autoComplete="name" maxLength={100} required {...props} />;
}

/** A labelled select; the options are its children. */
export function SelectField(props: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const [frame, input] = useField(props);
  return (
    <Labelled {...frame}>
      <select {...input} className="input pr-9" />
    </Labelled>
  );
}

/** A labelled textarea. */
export function TextAreaField(props: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const [frame, input] = useField(props);
  return (
    <Labelled {...frame}>
      <textarea {...input} className="input" />
    </Labelled>
  );
}

/** A password with a button that shows it. @public */
export function PasswordField(props: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const [frame, input] = useField(props);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Labelled {...frame}>
      <div className="relative">
        <input {...input} type={shown ? 'text' : 'password'} className="input pr-13" />
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center text-ink-soft hover:text-ink"
        >
          <Icon className="size-5" />
        </button>
      </div>
    </Labelled>
  );
}

type PasswordPresetProps = Partial<ComponentProps<typeof PasswordField>>;

/** A required field for a new password. */
export function NewPasswordField(props: PasswordPresetProps) {
  const attributes = { autoComplete: 'new-password', hint: 'At least 6 characters.', required: true };
  return <PasswordField label="New Password" name="password" {...attributes} {...props} />;
}

/** A required field for the current password. */
export function CurrentPasswordField(props: PasswordPresetProps) {
  const attributes = { autoComplete: 'current-password', required: true };
  return <PasswordField label="Current Password" name="currentPassword" {...attributes} {...props} />;
}

type FrameProps = Omit<FieldProps, 'name'> & { id?: string; className?: string };

/** Separates the props of the label from those of the input, and links both by an id. */
function useField<Props extends FrameProps>(props: Props) {
  const { label, error, hint, optional, className, id: givenId, ...attributes } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const input = {
    ...attributes,
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  };
  return [{ label, error, hint, optional, className, id }, input] as const;
}

function Labelled({
  label,
  error,
  hint,
  optional,
  className,
  id,
  children,
}: FrameProps & { children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (Optional)</span>}
      </label>
      {children}
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
