import { useQuery } from '@tanstack/react-query';
import { Copy, KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { encode } from 'uqr';
import {
  confirmTotpRequest,
  newPasskey,
  type SecondFactor,
} from '../../../shared/contract/accounts/second-factor.ts';
import { deviceName } from '../../../shared/device-name.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { ApiError, call } from '../../api.ts';
import { createPasskey } from '../../passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { formQuery, invalidate, read, useAction } from '../parts/data.ts';
import { DialogButtons, DialogForm } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { DeleteButton } from '../parts/icon-button.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SkeletonRows } from '../parts/page/page-head.tsx';

type Dialogs = 'app' | 'passkey' | { codes: string[] } | null;

/** The second factors of the signed-in admin: passkeys, an authenticator app and recovery codes. */
export function SecondFactors() {
  const factors = useQuery(read('GET /auth/admin/second-factor'));
  const [dialog, setDialog] = useState<Dialogs>(null);
  const close = () => {
    setDialog(null);
    void invalidate('GET /auth/admin/second-factor', 'GET /auth/admin/me');
  };
  /** With the first factor come recovery codes, which are shown once. */
  const onAdded = (codes: string[]) => (codes.length > 0 ? setDialog({ codes }) : close());
  return (
    <section aria-labelledby="factors-heading" className="grid gap-3">
      <h2 id="factors-heading" className="text-lg">
        Second factor
      </h2>
      <p className="text-ink-soft">
        Asked for after the password, and again before refunds, exports and other things that can’t be undone.
      </p>
      <Loaded
        query={factors}
        failed="Failed to load data. Please try again."
        loading={<SkeletonRows rows={2} />}
      >
        {(data) => <List data={data} onCodes={(codes) => setDialog({ codes })} />}
      </Loaded>
      <div className="flex flex-wrap gap-2">
        <Button icon={KeyRound} variant="secondary" onClick={() => setDialog('passkey')}>
          Add a passkey
        </Button>
        {factors.data?.totp === false && (
          <Button icon={Smartphone} variant="secondary" onClick={() => setDialog('app')}>
            Set up an app
          </Button>
        )}
      </div>
      <Dialog
        open={dialog !== null}
        onClose={close}
        title={
          dialog === 'app' ? 'Authenticator app' : dialog === 'passkey' ? 'Add a passkey' : 'Recovery codes'
        }
      >
        {dialog === 'app' && <AddApp onAdded={onAdded} onClose={close} />}
        {dialog === 'passkey' && <AddPasskey onAdded={onAdded} onClose={close} />}
        {dialog !== null && typeof dialog === 'object' && (
          <RecoveryCodes codes={dialog.codes} onClose={close} />
        )}
      </Dialog>
    </section>
  );
}

function List({ data, onCodes }: { data: SecondFactor; onCodes: (codes: string[]) => void }) {
  const removed = async () => {
    toast('Removed', 'success');
    await invalidate('GET /auth/admin/second-factor', 'GET /auth/admin/me');
  };
  const failed = 'Could not remove it. Please try again.';
  const removePasskey = useAction(async (id: string) => {
    await call('DELETE /auth/admin/passkeys/:id', { params: { id } });
    await removed();
  }, failed);
  const removeApp = useAction(async () => {
    await call('DELETE /auth/admin/totp');
    await removed();
  }, failed);
  const renew = useAction(async () => {
    onCodes((await call('POST /auth/admin/recovery-codes')).codes);
  }, 'Could not create new codes. Please try again.');
  const askFirst = (name: string, onConfirm: () => Promise<void>) =>
    confirm({
      title: `Remove ${name}?`,
      action: 'Remove',
      text: <p>You can’t sign in with it any more.</p>,
      onConfirm,
    });

  if (data.passkeys.length === 0 && !data.totp)
    return <p className="rounded-md p-3 ring-1 ring-line">You have none: your password alone is enough.</p>;
  return (
    <>
      <ul className="divide-y divide-line rounded-md ring-1 ring-line">
        {data.passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
          <li key={_id} className="flex items-center gap-3 p-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="figures text-xs text-ink-soft">
                {lastUsedAt ? `Last used ${orderDate(lastUsedAt)}` : `Added ${orderDate(createdAt)}`}
              </p>
            </div>
            <DeleteButton name={name} onClick={() => askFirst(name, () => removePasskey.run(_id))} />
          </li>
        ))}
        {data.totp && (
          <li className="flex items-center gap-3 p-3">
            <p className="flex-1 font-medium">Authenticator app</p>
            <DeleteButton name="the app" onClick={() => askFirst('the app', () => removeApp.run())} />
          </li>
        )}
      </ul>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-ink-soft">
        {data.recoveryCodesLeft} of 10 recovery codes left
        <Button variant="ghost" busy={renew.busy} onClick={() => renew.run()}>
          Create new codes
        </Button>
      </p>
    </>
  );
}

/** New recovery codes, which are shown once. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast('Copied', 'success');
    } catch {
      toast('Could not copy. Select the codes and copy them.', 'error');
    }
  }
  return (
    <div className="grid gap-4 p-5 text-sm">
      <p>
        Each of these codes replaces your second factor once, for example if you lose your phone. They are
        shown only now: print them or store them in a safe place.
      </p>
      <ul className="figures grid gap-x-6 gap-y-1 rounded-md bg-paper-deep p-4 text-base select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        <Button icon={Copy} variant="secondary" onClick={copy}>
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

function AddPasskey({ onAdded, onClose }: { onAdded: (codes: string[]) => void; onClose: () => void }) {
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
    <DialogForm form={form} onClose={onClose} action="Create the passkey">
      <p>
        A passkey is kept by this device, its password manager or a security key. Nobody can guess or copy it.
      </p>
      <Field
        label="Name"
        hint="So that you recognise it in the list."
        maxLength={60}
        {...form.field('name')}
      />
    </DialogForm>
  );
}

type Props = { onAdded: (codes: string[]) => void; onClose: () => void };

function AddApp(props: Props) {
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
