import { useQuery } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { SecondFactor } from '../../../shared/contract/second-factor.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { DeleteButton } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SkeletonRows } from '../parts/page/page-head.tsx';
import { AddApp } from './add-app.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

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
