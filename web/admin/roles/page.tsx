import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '../../../shared/contract/accounts/admins.ts';
import { shortRupees } from '../../../shared/money.ts';
import { hasRefundLimits, permission, permissionLabels } from '../../../shared/permissions.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read } from '../parts/data.ts';
import { EditDelete } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { RoleDialog } from './role-dialog.tsx';

/** What each role may do, as a table of permissions. Built-in roles can only get other refund limits. */
export default function RolesPage() {
  const roles = useQuery(read('GET /auth/admin/roles'));
  const [editing, setEditing] = useState<Role | 'new' | null>(null);
  const askToDelete = ({ _id: id, name }: Role) =>
    confirm({
      title: 'Delete role',
      text: `Are you sure you want to delete the role “${name}”?`,
      failed: 'The role could not be deleted. Please try again.',
      async onConfirm() {
        await call('DELETE /auth/admin/roles/:id', { params: { id } });
        toast(`The role ${name} was deleted`, 'success');
        await invalidate('GET /auth/admin/roles');
      },
    });
  return (
    <>
      <SettingsHead title="Roles">
        <Button icon={Plus} onClick={() => setEditing('new')}>
          Add role
        </Button>
      </SettingsHead>
      <Loaded query={roles} failed="Failed to load roles. Please try again.">
        {(data) => <Matrix roles={data} onEdit={setEditing} onDelete={askToDelete} />}
      </Loaded>
      {editing && <RoleDialog role={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}

const head = 'sticky left-0 z-10 bg-paper py-2 pr-3 text-left font-normal';
const cell = 'border-t border-line px-3 py-2 text-center';

type Actions = { onEdit: (role: Role) => void; onDelete: (role: Role) => void };

function Matrix({ roles, onEdit, onDelete }: Actions & { roles: Role[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table
    <section aria-label="Permissions of each role" tabIndex={0} className="overflow-x-auto">
      <table className="min-w-full">
        <thead>
          <tr>
            <th scope="col" className={head}>
              <span className="sr-only">Permission</span>
            </th>
            {roles.map((role) => (
              <th key={role._id} scope="col" className="min-w-24 px-3 py-2 align-top font-semibold">
                {role.name}
                <span className="figures block text-xs font-normal text-ink-soft">
                  {role.admins} {role.admins === 1 ? 'admin' : 'admins'}
                </span>
                <span className="flex justify-center">
                  <RoleButtons role={role} onEdit={onEdit} onDelete={onDelete} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permission.options.map((name) => (
            <tr key={name}>
              <th scope="row" className={`${head} min-w-40 border-t border-line`}>
                {permissionLabels[name]}
              </th>
              {roles.map(({ _id, permissions }) => (
                <td key={_id} className={cell}>
                  {permissions.includes(name) ? (
                    <span className="font-semibold text-leaf">Yes</span>
                  ) : (
                    <span className="text-ink-soft">No</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
          <LimitRow
            name="Most for one refund, gift card or price reduction"
            roles={roles}
            limit={({ refundLimit }) => refundLimit}
          />
          <LimitRow
            name="Most for all refunds, gift cards and price reductions of one admin in a day"
            roles={roles}
            limit={({ dailyRefundLimit }) => dailyRefundLimit}
          />
        </tbody>
      </table>
    </section>
  );
}

function LimitRow(props: { name: string; roles: Role[]; limit: (role: Role) => number | null }) {
  const { name, roles, limit } = props;
  const textOf = (role: Role) => {
    const most = limit(role);
    if (!hasRefundLimits(role.permissions)) return '–';
    return most === null ? 'No limit' : shortRupees(most);
  };
  return (
    <tr>
      <th scope="row" className={`${head} border-t border-line`}>
        {name}
      </th>
      {roles.map((role) => (
        <td key={role._id} className={`${cell} figures whitespace-nowrap`}>
          {textOf(role)}
        </td>
      ))}
    </tr>
  );
}

function RoleButtons({ role, onEdit, onDelete }: Actions & { role: Role }) {
  if (!role.builtIn)
    return <EditDelete name={role.name} onEdit={() => onEdit(role)} onDelete={() => onDelete(role)} />;
  if (role._id === 'owner' || !hasRefundLimits(role.permissions)) return null;
  return (
    <Button variant="ghost" aria-label={`Refund limits of ${role.name}`} onClick={() => onEdit(role)}>
      Limits
    </Button>
  );
}
