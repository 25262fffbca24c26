import { type Redirect, redirectChange } from '../../../shared/contract/redirects.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate } from '../parts/data.ts';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { TextFields } from '../parts/form/text-fields.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';

type Props = { redirect: Redirect | 'new' | null; onClose: () => void };

/** Adds or edits a redirect. */
export function RedirectDialog({ redirect, onClose }: Props) {
  return (
    <Dialog
      open={redirect !== null}
      onClose={onClose}
      title={redirect === 'new' ? 'New redirect' : 'Edit redirect'}
    >
      {redirect && <Form stored={redirect === 'new' ? null : redirect} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ stored, onClose }: { stored: Redirect | null; onClose: () => void }) {
  const form = useForm({
    start: { from: stored?.from ?? '', to: stored?.to ?? '' },
    check: (values) => errorsIn(redirectChange, values),
    async send(body) {
      if (stored) await call('PUT /settings/redirects/:id', { params: { id: stored._id }, body });
      else await call('POST /settings/redirects', { body });
      toast('Saved', 'success');
      void invalidate('GET /settings/redirects');
      onClose();
    },
    failed: 'Could not save. Please try again.',
  });
  return (
    <form {...form.props} className="grid gap-4 p-5">
      <TextFields
        form={form}
        fields={[
          [
            'from',
            'From',
            500,
            {
              required: true,
              autoFocus: true,
              placeholder: '/collections/cushions',
              hint: 'The path of an address that has no page, without the name of the shop.',
            },
          ],
          [
            'to',
            'To',
            500,
            { required: true, placeholder: '/products?category=textiles', hint: 'An address of this shop.' },
          ],
        ]}
      />
      <ErrorText>{form.failure}</ErrorText>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        Save
      </DialogButtons>
    </form>
  );
}
