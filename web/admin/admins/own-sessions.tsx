import { useState } from 'react';
import type { AdminSession } from '../../../shared/contract/admins.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { api } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { deviceName } from '../parts/device.ts';
import { LoadError, SkeletonRows } from '../parts/page-head.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { useCall } from '../parts/use-call.ts';

/** Where one is signed in, this browser among them. */
export function OwnSessions() {
  const path = '/auth/admin/sessions';
  const { data, error, reload } = useCall<AdminSession[]>(path, 'Failed to load where you are signed in.');
  const [busy, setBusy] = useState('');

  /** Ends one session, or without an id all but this one. */
  async function end(id = '') {
    setBusy(id || 'others');
    try {
      await api.delete(id ? `${path}/${id}` : path);
      toast('Signed out there', 'success');
      reload();
    } catch (problem) {
      showFailure(problem, 'Could not sign out. Please try again.');
    }
    setBusy('');
  }

  return (
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" className="mb-3 text-lg">
        Where you are signed in
      </h2>
      {error && <LoadError message={error} onRetry={reload} />}
      {!data && !error && <SkeletonRows rows={2} />}
      {data && (
        <ul className="divide-y divide-line rounded-md ring-1 ring-line">
          {data.map(({ _id, device, createdAt, isThis }) => (
            <li key={_id} className="flex items-center gap-3 p-3">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 font-medium" title={device}>
                  {deviceName(device)}
                  {isThis && <Badge tone="success">This browser</Badge>}
                </p>
                <p className="figures text-xs text-ink-soft">Since {orderDate(createdAt)}</p>
              </div>
              {!isThis && (
                <Button
                  variant="ghost"
                  busy={busy === _id}
                  aria-label={`Sign out ${deviceName(device)}, since ${orderDate(createdAt)}`}
                  onClick={() => end(_id)}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <Button variant="secondary" busy={busy === 'others'} onClick={() => end()} className="mt-3">
          Sign out everywhere else
        </Button>
      )}
    </section>
  );
}
