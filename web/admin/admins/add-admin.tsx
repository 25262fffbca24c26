import { Copy } from 'lucide-react';
import { useState } from 'react';
import { emailProblem } from '../../../shared/contact-rules.ts';
import type { AddAdminReply } from '../../../shared/contract/admins.ts';
import { ApiError, api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { problems } from '../../ui/use-form.ts';
import { useOfficeForm } from '../parts/use-office-form.ts';
import { Proof } from './proof.tsx';

type Props = { open: boolean; onClose: () => void; onAdded: () => void };

/** Lets someone into the back office; her first password is shown here, once. */
export function AddAdmin({ open, onClose, onAdded }: Props) {
  const [made, setMade] = useState<AddAdminReply | null>(null);
  function close() {
    onClose();
    setMade(null);
  }
  return (
    <Dialog open={open} onClose={close} title={made ? 'Added' : 'Add admin'}>
      {open &&
        (made ? (
          <FirstPassword made={made} onClose={close} />
        ) : (
          <Form
            onClose={close}
            onMade={(reply) => {
              setMade(reply);
              onAdded();
            }}
          />
        ))}
    </Dialog>
  );
}

function Form({ onClose, onMade }: { onClose: () => void; onMade: (made: AddAdminReply) => void }) {
  const [shoppers, setShoppers] = useState('');
  const { errors, failure, busy, props } = useOfficeForm({
    check: ({ name, email = '', currentPassword }) =>
      problems({
        name: name?.trim() ? undefined : 'Name is required',
        email: emailProblem(email.trim()),
        currentPassword: currentPassword ? undefined : 'Enter your current password',
      }),
    async send({ promote, ...values }) {
      try {
        // What was agreed to is this account's and no other's.
        const body = { ...values, promote: promote === 'on' && values.email === shoppers };
        onMade(await api.post<AddAdminReply>('/auth/admin/admins', body));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'has_account') setShoppers(values.email ?? '');
        throw error;
      }
    },
    fallback: 'Could not add the admin. Please try again.',
  });
  return (
    <form {...props} aria-label="Add admin" className="grid gap-4 p-5 text-sm">
      <Field
        label="Name"
        name="name"
        required
        autoFocus
        autoComplete="off"
        maxLength={100}
        error={errors.name}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={errors.email}
      />
      {shoppers && (
        <label className="flex items-start gap-3 rounded-md bg-turmeric-tint p-3 text-turmeric-ink">
          <input type="checkbox" name="promote" className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            Make the account of {shoppers} an admin’s. It keeps its name and orders, gets a new password, and
            is signed out everywhere.
          </span>
        </label>
      )}
      <Proof
        action="Add admin"
        variant="primary"
        error={errors.currentPassword}
        {...{ failure, busy, onClose }}
      />
    </form>
  );
}

function FirstPassword({ made: { admin, secret }, onClose }: { made: AddAdminReply; onClose: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      toast('Copied', 'success');
    } catch {
      toast('Could not copy. Select it and copy by hand.', 'error');
    }
  }
  return (
    <div className="grid gap-4 p-5 text-sm">
      <p className="wrap-anywhere">
        <strong>{admin.name}</strong> signs in at <code>{location.origin}/login</code> with {admin.email} and
        this password. It is shown only now: hand it over in person or by a way you trust, and ask for a new
        one to be chosen.
      </p>
      <div className="flex items-center gap-2 rounded-md bg-paper-deep p-2 pl-4">
        <output aria-label="First password" className="min-w-0 flex-1 text-base wrap-anywhere select-all">
          <code>{secret}</code>
        </output>
        <button
          type="button"
          aria-label="Copy the password"
          title="Copy"
          onClick={copy}
          className="grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:text-ink"
        >
          <Copy className="size-4" aria-hidden="true" />
        </button>
      </div>
      <Button className="justify-self-end" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
