import { type Role, roleChange } from '../../../shared/contract/admins.ts';
import {
  hasRefundLimits,
  type Permission,
  permission,
  permissionLabels,
  withImplied,
} from '../../../shared/permissions.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate } from '../parts/data.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { useMe } from '../parts/me.ts';
import { errorsIn, useForm } from '../parts/form/use-form.ts';

type Props = { role: Role | 'new' | null; onClose: () => void };

/** Adds or edits a role; of a built-in one only the refund limits. */
export function RoleDialog({ role, onClose }: Props) {
  const title = role === 'new' ? 'Add role' : (role?.name ?? '');
  return (
    <Dialog open={role !== null} onClose={onClose} title={title}>
      {role && <Form role={role === 'new' ? null : role} onClose={onClose} />}
    </Dialog>
  );
}

const limitText = (limit: number | null | undefined) => (limit == null ? '' : String(limit));
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));

function Form({ role, onClose }: { role: Role | null; onClose: () => void }) {
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

  function toggle(each: Permission, isChosen: boolean) {
    const left = chosen.filter((other) => other !== each && !withImplied([other]).includes(each));
    form.change({ permissions: isChosen ? withImplied([...chosen, each]) : left });
  }

  return (
    <form {...form.props} aria-label="Role" className="grid gap-4 p-5 text-sm">
      {!role?.builtIn && (
        <>
          <Field label="Name" required maxLength={60} autoComplete="off" {...form.field('name')} />
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-medium">What this role may do</legend>
            {permission.options.map((each) => (
              <label key={each} className="flex min-h-9 items-center gap-3">
                <input
                  type="checkbox"
                  checked={chosen.includes(each)}
                  disabled={!own.includes(each)}
                  onChange={(event) => toggle(each, event.target.checked)}
                  className="size-5 shrink-0 accent-press"
                />
                {permissionLabels[each]}
              </label>
            ))}
          </fieldset>
        </>
      )}
      {hasRefundLimits(chosen) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Most for one refund (₹)"
            optional
            inputMode="decimal"
            hint="Also for one gift card, or the price reduction of one order. Empty: no limit."
            {...form.field('refundLimit')}
          />
          <Field
            label="Most for a day (₹)"
            optional
            inputMode="decimal"
            hint="All refunds, gift cards and price reductions of one admin. Empty: no limit."
            {...form.field('dailyRefundLimit')}
          />
          <p className="text-ink-soft sm:col-span-2">
            A role with a limit can’t change active price lists or enabled discounts, add their tags to
            customers, or lower the prices of products.
          </p>
        </div>
      )}
      <ErrorText>{form.failure}</ErrorText>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose} disabled={form.busy}>
          Cancel
        </Button>
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </div>
    </form>
  );
}

const requestOf = (input: {
  name: string;
  permissions: Permission[];
  refundLimit: string;
  dailyRefundLimit: string;
}) => ({
  name: input.name,
  permissions: input.permissions,
  refundLimit: limitOf(input.refundLimit),
  dailyRefundLimit: limitOf(input.dailyRefundLimit),
});
