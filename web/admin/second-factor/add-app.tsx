import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { confirmTotpRequest } from '../../../shared/contract/accounts/second-factor.ts';
import { call } from '../../api.ts';
import { Field } from '../../ui/field.tsx';
import { formQuery, read } from '../parts/data.ts';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';

type Props = { onAdded: (codes: string[]) => void; onClose: () => void };

/** Sets up an authenticator app: a QR code, and the first code as a check. */
export function AddApp(props: Props) {
  const setup = useQuery({ ...read('POST /auth/admin/totp'), ...formQuery });
  return (
    <div className="grid gap-4 p-5 text-sm">
      <Loaded query={setup} failed="Could not start. Please try again.">
        {({ secret, uri }) => (
          <>
            <p>Scan this code with an authenticator app, or enter the key in the app.</p>
            <QrCode text={uri} />
            <code className="text-center wrap-anywhere select-all">
              {secret.replaceAll(/(.{4})/g, '$1 ')}
            </code>
            <Form {...props} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Form({ onAdded, onClose }: Props) {
  const form = useForm({
    start: { code: '' },
    check: (input) => errorsIn(confirmTotpRequest, input),
    send: async (body) => onAdded((await call('POST /auth/admin/totp/confirm', { body })).codes),
    failed: 'Could not confirm the app. Please try again.',
  });
  return (
    <form {...form.props} aria-label="Confirm the app" className="grid gap-4">
      <Field
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...form.field('code')}
      />
      <ErrorText>{form.failure}</ErrorText>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        Confirm
      </DialogButtons>
    </form>
  );
}

/** Always dark on white, because scanners expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label="QR code for the authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
