import { useState } from 'react';
import { ApiError, call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CurrentPasswordField } from '../../../ui/field.tsx';
import { leaveWithToast } from '../../../ui/next-toast.ts';
import { FormError } from '../../../ui/notice.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { sendCart } from '../../cart/cart.ts';
import { ReminderChoice } from '../../cart/reminder-choice.tsx';
import { Section } from '../../layout/section.tsx';
import { endSession } from '../session.ts';

/** Signs out on all devices, downloads the account's data, and deletes the account. */
export function AccountActions() {
  const [deleting, setDeleting] = useState(false);

  async function signOutEverywhere() {
    try {
      await sendCart();
      await call('POST /auth/logout-all');
      await endSession('none');
      leaveWithToast('/', 'You are signed out on all devices.');
    } catch (error) {
      toast(error instanceof ApiError ? error.message : 'Please try again.', 'error');
    }
  }

  async function download() {
    try {
      const data = JSON.stringify(await call('GET /auth/my-data'), null, 2);
      saveFile(new Blob([data], { type: 'application/json' }), 'my-data.json');
    } catch {
      toast('Your data could not be downloaded. Please try again.', 'error');
    }
  }

  return (
    <Section title="Your account" className="mt-14 border-t border-line pt-8">
      <p className="mt-2 max-w-2xl text-sm text-ink-soft">
        Sign out on all devices, download the data that we store about you, or delete your account.
      </p>
      <div className="mt-3">
        <ReminderChoice />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" action={signOutEverywhere}>
          Sign out everywhere
        </Button>
        <Button variant="secondary" action={download}>
          Download my data
        </Button>
        <Button variant="ghost" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog open={deleting} onClose={() => setDeleting(false)} title="Delete my account">
        <DeleteForm onClose={() => setDeleting(false)} />
      </Dialog>
    </Section>
  );
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const { errors, failure, busy, props } = useForm({
    check: ({ currentPassword }) => ({
      currentPassword: currentPassword ? undefined : 'Enter your current password',
    }),
    async send({ currentPassword = '' }) {
      await call('DELETE /auth/account', { body: { currentPassword } });
      await endSession('none');
      leaveWithToast('/', 'Your account is deleted.');
    },
    fallback: 'The account could not be deleted. Please try again.',
  });
  return (
    <form {...props} aria-label="Delete my account" className="space-y-5 p-5">
      <p>
        Your details, addresses and sessions are deleted immediately. Tax law requires us to keep your orders;
        we keep them without your email and phone number. This can’t be undone.
      </p>
      <CurrentPasswordField error={errors.currentPassword} />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy}>
          Delete my account
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
