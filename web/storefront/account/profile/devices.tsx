import { useState } from 'react';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { call } from '../../../api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Section } from '../../layout/section.tsx';
import { useRead } from '../../layout/use-read.ts';

export function Devices() {
  const {
    data: sessions,
    error,
    reload,
  } = useRead('sessions', (signal) => call('GET /auth/sessions', { signal }));
  const [busy, setBusy] = useState(false);

  async function signOut(id?: string) {
    setBusy(true);
    try {
      await (id ? call('DELETE /auth/sessions/:id', { params: { id } }) : call('DELETE /auth/sessions'));
      toast('Signed out there', 'success');
    } catch {
      toast('Could not sign out. Please try again.', 'error');
    }
    await reload();
    setBusy(false);
  }

  return (
    <Section title="Devices">
      <p className="mt-2 text-sm text-ink-soft">
        You are signed in on these devices. If you don’t recognise one, sign it out and change your password.
      </p>
      {error && (
        <p className="mt-2 text-sm text-madder">Your devices could not be loaded. Please try again.</p>
      )}
      {!sessions && !error && <div className="skeleton mt-3 h-24" />}
      <ul className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {sessions?.map(({ _id, deviceName, addressBlock, lastUsedAt, isThis }) => (
          <li key={_id} className="flex items-center gap-3 py-2.5">
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <p className="font-medium">
                {deviceName} {isThis && <Badge tone="success">This device</Badge>}
              </p>
              <p className="text-sm text-ink-soft">Last used {orderDate(lastUsedAt)}</p>
              {addressBlock && <p className="text-sm text-ink-soft">Network {addressBlock}</p>}
            </div>
            {!isThis && (
              <Button
                variant="ghost"
                disabled={busy}
                onClick={() => signOut(_id)}
                aria-label={`Sign out ${deviceName}, last used ${orderDate(lastUsedAt)}`}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions && sessions.length > 1 && (
        <Button variant="secondary" busy={busy} onClick={() => signOut()} className="mt-4">
          Sign out on all other devices
        </Button>
      )}
    </Section>
  );
}
