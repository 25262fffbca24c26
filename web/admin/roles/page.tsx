import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Role, roleChange } from '../../../shared/contract/accounts/admins.ts';
import { shortRupees } from '../../../shared/money.ts';
import {
  hasRefundLimits,
  type Permission,
  permission,
  permissionLabels,
  withImplied,
} from '../../../shared/permissions.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, useMe } from '../parts/data.ts';
import { AmountField, Check } from '../parts/form/fields.tsx';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { EditDelete } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';

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

const limitText = (limit: number | null | undefined) => (limit == null ? '' : String(limit));
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Adds a role, or edits one; of a built-in one only the refund limits. */
function RoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const own = useMe()?.permissions ?? [];
  const given: Permission[] = role?.permissions ?? [];
  const form = useForm({
    start: {
      name: role?.name ?? '',
      permissions: given,
      refundLimit: limitText(role?.refundLimit),
      dailyRefundLimit: limitText(role?.dailyRefundLimit),
    },
    check: (input) => errorsIn(roleChange, requestOf(input)),
    async send(input) {
      const body = requestOf(input);
      if (role) await call('PUT /auth/admin/roles/:id', { params: { id: role._id }, body });
      else await call('POST /auth/admin/roles', { body });
      toast('The role was saved', 'success');
      void invalidate('GET /auth/admin/roles', 'GET /auth/admin/me');
      onClose();
    },
    failed: 'The role could not be saved. Please try again.',
  });
  const chosen = withImplied(form.values.permissions);

  function toggle(toggled: Permission, isChosen: boolean) {
    const left = chosen.filter((name) => name !== toggled && !withImplied([name]).includes(toggled));
    form.change({ permissions: isChosen ? withImplied([...chosen, toggled]) : left });
  }

  return (
    <FormDialog title={role?.name ?? 'Add role'} form={form} onClose={onClose}>
      {!role?.builtIn && (
        <>
          <Field label="Name" required maxLength={60} autoComplete="off" {...form.field('name')} />
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-medium">What this role may do</legend>
            {permission.options.map((name) => (
              <Check
                key={name}
                checked={chosen.includes(name)}
                disabled={!own.includes(name)}
                onChange={(event) => toggle(name, event.target.checked)}
              >
                {permissionLabels[name]}
              </Check>
            ))}
          </fieldset>
        </>
      )}
      {hasRefundLimits(chosen) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountField
            label="Most for one refund (₹)"
            optional
            hint="Also for one gift card, or the price reduction of one order. Empty: no limit."
            {...form.field('refundLimit')}
          />
          <AmountField
            label="Most for a day (₹)"
            optional
            hint="All refunds, gift cards and price reductions of one admin. Empty: no limit."
            {...form.field('dailyRefundLimit')}
          />
          <p className="text-ink-soft sm:col-span-2">
            A role with a limit can’t change active price lists or enabled discounts, add their tags to
            customers, or lower the prices of products.
          </p>
        </div>
      )}
    </FormDialog>
  );
}

type Draft = { name: string; permissions: Permission[]; refundLimit: string; dailyRefundLimit: string };

const requestOf = ({ refundLimit, dailyRefundLimit, ...input }: Draft) => ({
  ...input,
  refundLimit: limitOf(refundLimit),
  dailyRefundLimit: limitOf(dailyRefundLimit),
});
