import { useState } from 'react';
import type { Passkey } from '../../../../shared/contract/accounts/second-factor.ts';
import { deviceName } from '../../../../shared/device-name.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { ApiError, call } from '../../../api.ts';
import { createPasskey } from '../../../passkeys.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CurrentPasswordField, Field } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useForm } from '../../../ui/use-form.ts';

export function Passkeys({ passkeys, onChange }: { passkeys: Passkey[]; onChange: () => Promise<void> }) {
  const [adding, setAdding] = useState(false);

  async function remove(id: string) {
    try {
      await call('DELETE /auth/passkeys/:id', { params: { id } });
      toast('Passkey removed', 'success');
    } catch (error) {
      toast(error instanceof ApiError ? error.message : 'Please try again.', 'error');
    }
    await onChange();
  }

  return (
    <>
      <ul aria-label="Passkeys" className="divide-y divide-line border-b border-line empty:hidden">
        {passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
          <li key={_id} className="flex items-center gap-3 py-2.5">
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <p className="font-medium">Passkey: {name}</p>
              <p className="text-sm text-ink-soft">
                {lastUsedAt ? `Last used ${orderDate(lastUsedAt)}` : `Added ${orderDate(createdAt)}`}
              </p>
            </div>
            <Button variant="ghost" action={() => remove(_id)} aria-label={`Remove the passkey ${name}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={() => setAdding(true)} className="mt-4">
        Add a passkey
      </Button>
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add a passkey">
        {adding && (
          <AddPasskey
            onDone={() => {
              setAdding(false);
              toast('Passkey added', 'success');
              void onChange();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function AddPasskey({ onDone }: { onDone: () => void }) {
  const { errors, failure, busy, props } = useForm({
    check: ({ name, currentPassword }) => ({
      name: name?.trim() ? undefined : 'Name is required',
      currentPassword: currentPassword ? undefined : 'Enter your current password',
    }),
    async send({ name = '', currentPassword = '' }) {
      const options = await call('POST /auth/passkeys/options', { body: { currentPassword } });
      const passkey = await createPasskey(options);
      await call('POST /auth/passkeys', { body: { name, passkey } });
      onDone();
    },
    fallback: 'No passkey was added. Please try again.',
  });
  return (
    <form {...props} aria-label="Add a passkey" className="space-y-5 p-5">
      <p>
        A passkey is kept by this device, its password manager or a security key. You log in with your
        fingerprint, face or PIN; nobody can guess or copy it. “Forgot password” removes all passkeys.
      </p>
      <Field
        label="Name"
        name="name"
        hint="So that you recognise it in the list."
        maxLength={60}
        defaultValue={deviceName(navigator.userAgent)}
        required
        error={errors.name}
      />
      <CurrentPasswordField error={errors.currentPassword} />
      <FormError>{failure}</FormError>
      <Button type="submit" busy={busy}>
        Create the passkey
      </Button>
    </form>
  );
}
