import { type Role, roleChange } from '../../../shared/contract/accounts/admins.ts';
import {
  hasRefundLimits,
  type Permission,
  permission,
  permissionLabels,
  withImplied,
} from '../../../shared/permissions.ts';
import { call } from '../../api.ts';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate } from '../parts/data.ts';
import { AmountField, Check } from '../parts/form/fields.tsx';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { useMe } from '../parts/me.ts';

const limitText = (limit: number | null | undefined) => (limit == null ? '' : String(limit));
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Adds a role, or edits one; of a built-in one only the refund limits. */
export function RoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
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
