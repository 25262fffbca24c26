import { useQuery } from '@tanstack/react-query';
import { Mail, Pencil, Plus, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { AdminPerson } from '../../../shared/contract/accounts/admins.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { read, useAction } from '../parts/data.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SkeletonRows } from '../parts/page/page-head.tsx';
import { ChangeAdmin, InviteAdmin, RemoveAdmin } from './admin-dialogs.tsx';

/** All admins with their roles, and the buttons to invite, change and remove one. */
export function StaffList() {
  const admins = useQuery(read('GET /auth/admin/admins'));
  const [inviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<AdminPerson | null>(null);
  const [removing, setRemoving] = useState<AdminPerson | null>(null);
  const resend = useAction(async ({ _id, email }: AdminPerson) => {
    await call('POST /auth/admin/admins/:id/invite', { params: { id: _id } });
    toast(`The invitation was sent to ${email} again`, 'success');
  }, 'The invitation could not be sent. Please try again.');
  return (
    <section aria-labelledby="people-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="people-heading" className="text-lg">
          Who works here
        </h2>
        <Button icon={Plus} onClick={() => setInviting(true)}>
          Invite admin
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
              <li key={person._id} className="flex items-center gap-1 p-3">
                <Person person={person} />
                {person.invited && !person.disabled && (
                  <IconButton
                    icon={Mail}
                    label={`Send the invitation of ${person.name} again`}
                    title="Send the invitation again"
                    disabled={resend.busy}
                    onClick={() => resend.run(person)}
                  />
                )}
                <IconButton
                  icon={Pencil}
                  label={`Change the role of ${person.name}`}
                  title="Role and access"
                  onClick={() => setChanging(person)}
                />
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
        A role decides what an admin sees and does. The log records the changes of each admin.
      </p>
      {inviting && <InviteAdmin onClose={() => setInviting(false)} />}
      {changing && <ChangeAdmin person={changing} onClose={() => setChanging(null)} />}
      {removing && <RemoveAdmin person={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

function Person({ person }: { person: AdminPerson }) {
  const { name, email, role, isYou, disabled, invited, lastSignInAt } = person;
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span className="wrap-anywhere">{name}</span>
        <Badge tone="accent">{role.name}</Badge>
        {isYou && <Badge>You</Badge>}
        {disabled && <Badge tone="danger">Disabled</Badge>}
        {invited && <Badge tone="warning">Invited</Badge>}
      </p>
      <p className="text-ink-soft wrap-anywhere">{email}</p>
      <p className="figures text-xs text-ink-soft">
        {lastSignInAt ? `Last sign-in ${orderDate(lastSignInAt)}` : 'Has not signed in yet'}
      </p>
    </div>
  );
}
