import { Copy } from 'lucide-react';
import { useState } from 'react';
import { type AddAdminReply, addAdminRequest } from '../../../shared/contract/admins.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate } from '../parts/data.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { errorsIn, useForm } from '../parts/use-form.ts';
import { Proof } from './proof.tsx';

/** Adds an admin; her first password is shown here, once. */
export function AddAdmin({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [added, setAdded] = useState<AddAdminReply | null>(null);
  function close() {
    onClose();
    setAdded(null);
  }
  return (
    <Dialog open={open} onClose={close} title={added ? 'Added' : 'Add admin'}>
      {open &&
        (added ? (
          <FirstPassword added={added} onClose={close} />
        ) : (
          <Form onClose={close} onAdded={setAdded} />
        ))}
    </Dialog>
  );
}

function Form({ onClose, onAdded }: { onClose: () => void; onAdded: (added: AddAdminReply) => void }) {
  /** The address of a shopper whose account would become an admin's. */
  const [shopper, setShopper] = useState('');
  const form = useForm({
    start: { name: '', email: '', currentPassword: '', promote: false },
    check: (input) => errorsIn(addAdminRequest, input),
    async send(input) {
      try {
        // The admin has agreed to promote this account, and no other.
        const body = { ...input, promote: input.promote && input.email === shopper };
        onAdded(await call('POST /auth/admin/admins', { body }));
        void invalidate('GET /auth/admin/admins');
      } catch (error) {
        if (error instanceof ApiError && error.code === 'has_account') setShopper(input.email);
        throw error;
      }
    },
    failed: 'Could not add the admin. Please try again.',
  });
  return (
    <form {...form.props} aria-label="Add admin" className="grid gap-4 p-5 text-sm">
      <Field label="Name" required autoFocus autoComplete="off" maxLength={100} {...form.field('name')} />
      <Field
        label="Email"
        type="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...form.field('email')}
      />
      {shopper && (
        <label className="flex items-start gap-3 rounded-md bg-turmeric-tint p-3 text-turmeric-ink">
          <input type="checkbox" {...form.flag('promote')} className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            Make the account of {shopper} an admin’s. It keeps its name and orders, gets a new password, and
            is signed out everywhere.
          </span>
        </label>
      )}
      <Proof
        action="Add admin"
        variant="primary"
        field={form.field('currentPassword')}
        failure={form.failure}
        busy={form.busy}
        onClose={onClose}
      />
    </form>
  );
}

function FirstPassword({ added, onClose }: { added: AddAdminReply; onClose: () => void }) {
  const { admin, secret } = added;
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      toast('Copied', 'success');
    } catch {
      toast('Could not copy. Select the password and copy it.', 'error');
    }
  }
  return (
    <div className="grid gap-4 p-5 text-sm">
      <p className="wrap-anywhere">
        <strong>{admin.name}</strong> signs in at <code>{location.origin}/login</code> with {admin.email} and
        this password. It is shown only once: pass it on in person or through a channel that you trust, and
        ask her to choose a new one.
      </p>
      <div className="flex items-center gap-2 rounded-md bg-paper-deep p-2 pl-4">
        <output aria-label="First password" className="min-w-0 flex-1 text-base wrap-anywhere select-all">
          <code>{secret}</code>
        </output>
        <IconButton icon={Copy} label="Copy the password" title="Copy" onClick={copy} />
      </div>
      <Button className="justify-self-end" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
