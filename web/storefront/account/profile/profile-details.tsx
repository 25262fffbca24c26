import { useState } from 'react';
import { emailProblem, mobileProblem } from '../../../../shared/contact/contact-rules.ts';
import type { User } from '../../../../shared/contract/accounts/accounts.ts';
import { ApiError, call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import {
  CurrentPasswordField,
  EmailField,
  MobileField,
  NameField,
  NewPasswordField,
} from '../../../ui/field.tsx';
import { FormError } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { passwordProblem, useForm, type Values } from '../../../ui/use-form.ts';
import { Section } from '../../layout/section.tsx';
import { saveSession } from '../session.ts';

const failed = 'Failed to update profile. Please check your inputs.';

export function ProfileDetails({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const details = [
    ['Full Name', user.name],
    ['Email', user.email],
    ['Mobile', user.mobile],
    ['Alternate Mobile', user.altMobile],
  ];
  return (
    <Section
      title="Your details"
      action={
        !editing && (
          <Button variant="ghost" onClick={() => setEditing(true)} className="-mr-4">
            Edit
          </Button>
        )
      }
    >
      {editing ? (
        <DetailsForm user={user} onClose={() => setEditing(false)} />
      ) : (
        <>
          <dl className="mt-2 divide-y divide-line border-y border-line">
            {details.map(([name, value]) => (
              <div key={name} className="py-2.5">
                <dt className="text-sm text-ink-soft">{name}</dt>
                <dd className="[overflow-wrap:anywhere]">{value || '—'}</dd>
              </div>
            ))}
          </dl>
          <EmailNotice user={user} />
        </>
      )}
    </Section>
  );
}

/** A notice while an email address is not confirmed, with a button that sends the link again. */
function EmailNotice({ user }: { user: User }) {
  const [busy, setBusy] = useState(false);
  const unconfirmed = user.pendingEmail || (user.emailVerified ? '' : user.email);
  if (!unconfirmed) return null;

  async function sendAgain() {
    setBusy(true);
    try {
      const { message } = await call('POST /auth/send-confirmation');
      toast(message, 'success');
    } catch (error) {
      toast(error instanceof ApiError ? error.message : 'Please try again.', 'error');
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="mt-3 rounded-md bg-turmeric-tint px-4 py-3 text-sm text-turmeric-ink [overflow-wrap:anywhere]">
      <p>
        {user.pendingEmail
          ? `Open the link that we sent to ${unconfirmed} to change your email. Until then, your current email stays in use.`
          : `Open the link that we sent to ${unconfirmed} to confirm your email. We then add the orders that you placed as a guest.`}
      </p>
      <button
        type="button"
        disabled={busy}
        onClick={sendAgain}
        className="mt-1 inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
      >
        Send the link again
      </button>
    </div>
  );
}

function DetailsForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const { errors, failure, busy, props } = useForm({
    check: (values) => check(values, user),
    async send(values) {
      try {
        const reply = await call('PUT /auth/profile', { body: values });
        saveSession(reply);
        toast(reply.message, 'success');
        onClose();
      } catch (error) {
        if (error instanceof ApiError && Object.keys(error.errors).length > 0) throw error;
        throw new Error(failed, { cause: error });
      }
    },
    fallback: failed,
  });

  /** A new email or password requires the current password. */
  function updateNeedsPassword({ currentTarget }: React.FormEvent<HTMLFormElement>) {
    const { email, password } = Object.fromEntries(new FormData(currentTarget)) as Values;
    setNeedsPassword(Boolean(password) || (email ?? '').trim().toLowerCase() !== user.email);
  }

  return (
    <form
      {...props}
      onInput={(event) => {
        props.onInput(event);
        updateNeedsPassword(event);
      }}
      aria-label="Your details"
      className="mt-4 space-y-4"
    >
      <NameField defaultValue={user.name} error={errors.name} />
      <EmailField defaultValue={user.email} error={errors.email} />
      <MobileField defaultValue={user.mobile} error={errors.mobile} />
      <MobileField
        label="Alternate Mobile"
        optional
        name="altMobile"
        autoComplete="off"
        defaultValue={user.altMobile}
        error={errors.altMobile}
      />
      <NewPasswordField
        hint="Leave blank to keep the current one."
        required={false}
        error={errors.password}
      />
      {(needsPassword || errors.currentPassword) && (
        <CurrentPasswordField
          hint="Required to change your email or password."
          error={errors.currentPassword}
        />
      )}
      <FormError>{failure}</FormError>
      <div className="flex gap-3 pt-1">
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function check(
  { name, email = '', mobile = '', altMobile = '', password, currentPassword }: Values,
  user: User,
) {
  const changes = Boolean(password) || (email.trim() !== '' && email.trim().toLowerCase() !== user.email);
  return {
    name: name?.trim() ? undefined : 'Name is required',
    email: email.trim() ? emailProblem(email.trim()) : user.email && 'Email is required',
    mobile: mobile.trim()
      ? mobileProblem(mobile.trim())
      : email.trim()
        ? undefined
        : 'Email or mobile is required',
    altMobile:
      altMobile.trim() && mobileProblem(altMobile.trim())
        ? 'Enter a valid alternate mobile number'
        : undefined,
    password: password ? passwordProblem(password) : undefined,
    currentPassword: changes && !currentPassword ? 'Enter your current password' : undefined,
  };
}
