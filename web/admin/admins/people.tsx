import { useQuery } from '@tanstack/react-query';
import { Plus, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { AdminPerson } from '../../../shared/contract/admins.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { SkeletonRows } from '../parts/page-head.tsx';
import { AddAdmin } from './add-admin.tsx';
import { RemoveAdmin } from './remove-admin.tsx';

/** All admins, with the buttons to add and remove one. */
export function People() {
  const admins = useQuery(read('GET /auth/admin/admins'));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<AdminPerson | null>(null);
  return (
    <section aria-labelledby="people-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="people-heading" className="text-lg">
          Who works here
        </h2>
        <Button icon={Plus} onClick={() => setAdding(true)}>
          Add admin
        </Button>
      </div>
      <Loaded
        query={admins}
        failed="Failed to load admins. Please try again later."
        loading={<SkeletonRows rows={3} />}
      >
        {(data) => (
          <ul className="divide-y divide-line rounded-md ring-1 ring-line">
            {data.map((person) => (
              <li key={person._id} className="flex items-center gap-3 p-3">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                    <span className="wrap-anywhere">{person.name}</span>
                    {person.isYou && <Badge>You</Badge>}
                  </p>
                  <p className="text-ink-soft wrap-anywhere">{person.email}</p>
                  <p className="figures text-xs text-ink-soft">
                    {person.lastSignInAt
                      ? `Last sign-in ${orderDate(person.lastSignInAt)}`
                      : 'Has not signed in yet'}
                  </p>
                </div>
                {data.length > 1 && (
                  <IconButton
                    icon={UserMinus}
                    label={`Remove ${person.name}`}
                    title="Remove"
                    onClick={() => setRemoving(person)}
                    className="hover:text-madder"
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className="mt-3 text-ink-soft">
        Every admin has full access to the back office. The log records the changes of each admin.
      </p>
      <AddAdmin open={adding} onClose={() => setAdding(false)} />
      <RemoveAdmin person={removing} onClose={() => setRemoving(null)} />
    </section>
  );
}
