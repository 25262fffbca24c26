import { useQuery } from '@tanstack/react-query';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SkeletonRows } from '../parts/page/page-head.tsx';

const failed = 'Could not sign out. Please try again.';

/** The admin's own sessions, this browser among them. */
export function OwnSessions() {
  const sessions = useQuery(read('GET /auth/admin/sessions'));
  const end = useAction(async (id: string) => {
    await call('DELETE /auth/admin/sessions/:id', { params: { id } });
    await signedOut();
  }, failed);
  const endOthers = useAction(async () => {
    await call('DELETE /auth/admin/sessions');
    await signedOut();
  }, failed);
  async function signedOut() {
    toast('Signed out there', 'success');
    await invalidate('GET /auth/admin/sessions');
  }

  return (
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" className="mb-3 text-lg">
        Where you are signed in
      </h2>
      <Loaded
        query={sessions}
        failed="Failed to load where you are signed in."
        loading={<SkeletonRows rows={2} />}
      >
        {(data) => (
          <>
            <ul className="divide-y divide-line rounded-md ring-1 ring-line">
              {data.map(({ _id, device, deviceName, addressBlock, createdAt, lastUsedAt, isThis }) => (
                <li key={_id} className="flex items-center gap-3 p-3">
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-x-2 font-medium" title={device}>
                      {deviceName}
                      {isThis && <Badge tone="success">This browser</Badge>}
                    </p>
                    <p className="figures text-xs text-ink-soft">Last used {orderDate(lastUsedAt)}</p>
                    <p className="figures text-xs text-ink-soft">
                      Since {orderDate(createdAt)}
                      {addressBlock && `, network ${addressBlock}`}
                    </p>
                  </div>
                  {!isThis && (
                    <Button
                      variant="ghost"
                      busy={end.input === _id}
                      aria-label={`Sign out ${deviceName}, since ${orderDate(createdAt)}`}
                      onClick={() => end.run(_id)}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {data.length > 1 && (
              <Button
                variant="secondary"
                busy={endOthers.busy}
                onClick={() => endOthers.run()}
                className="mt-3"
              >
                Sign out everywhere else
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
