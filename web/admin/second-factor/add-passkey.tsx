import { newPasskey } from '../../../shared/contract/second-factor.ts';
import { deviceName } from '../../../shared/device-name.ts';
import { ApiError, call } from '../../api.ts';
import { createPasskey } from '../../passkeys.ts';
import { Field } from '../../ui/field.tsx';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';

/** Creates a passkey on this device or on a security key. */
export function AddPasskey({
  onAdded,
  onClose,
}: {
  onAdded: (codes: string[]) => void;
  onClose: () => void;
}) {
  const form = useForm({
    start: { name: deviceName(navigator.userAgent) },
    check: (input) => errorsIn(newPasskey.pick({ name: true }), input),
    async send({ name }) {
      const optionsJSON = await call('POST /auth/admin/passkeys/options');
      const passkey = await createPasskey(optionsJSON).catch(() => {
        throw new ApiError(400, { message: 'No passkey was created.', code: 'unknown' });
      });
      onAdded((await call('POST /auth/admin/passkeys', { body: { name, passkey } })).codes);
    },
    failed: 'Could not add the passkey. Please try again.',
  });
  return (
    <form {...form.props} aria-label="Add a passkey" className="grid gap-4 p-5 text-sm">
      <p>
        A passkey is kept by this device, its password manager or a security key. Nobody can guess or copy it.
      </p>
      <Field
        label="Name"
        hint="So that you recognise it in the list."
        maxLength={60}
        {...form.field('name')}
      />
      <ErrorText>{form.failure}</ErrorText>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        Create the passkey
      </DialogButtons>
    </form>
  );
}
