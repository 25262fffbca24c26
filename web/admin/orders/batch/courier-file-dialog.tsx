import { type CourierFormat, courierFormat } from '../../../../shared/contract/order-batches.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { DialogButtons } from '../../parts/form/form-dialog.tsx';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { Options } from '../../parts/list/filters.tsx';
import { counted } from '../../parts/text.ts';
import { useForm } from '../../parts/form/use-form.ts';
import type { Selected } from './selection.ts';

type Send = (body: Selected['orders'] & { action: 'courier-file'; format: CourierFormat }) => Promise<void>;

const formats: Record<CourierFormat, string> = {
  shiprocket: 'Shiprocket',
  delhivery: 'Delhivery',
  'india-post': 'India Post',
};

/** Makes a CSV file for the bulk upload of a courier. */
export function CourierFileDialog(props: { selected: Selected | null; send: Send; onClose: () => void }) {
  const { selected, send, onClose } = props;
  return (
    <Dialog
      open={selected !== null}
      onClose={onClose}
      title={`Courier file of ${counted(selected?.count ?? 0, 'order')}`}
    >
      {selected && <FileForm selected={selected} send={send} onClose={onClose} />}
    </Dialog>
  );
}

function FileForm({ selected, send, onClose }: { selected: Selected; send: Send; onClose: () => void }) {
  const form = useForm({
    start: { format: 'shiprocket' },
    send: async ({ format }) => {
      await send({ ...selected.orders, action: 'courier-file', format: courierFormat.parse(format) });
      onClose();
    },
    failed: 'The job could not be started. Please try again.',
  });
  return (
    <form {...form.props} className="grid gap-4 p-5 text-sm">
      <ErrorBanner message={form.failure} />
      <SelectField
        label="Courier"
        hint="Assign its columns, and choose the pickup address, on the page of the courier."
        {...form.field('format')}
      >
        <Options of={formats} />
      </SelectField>
      <p className="text-ink-soft">Orders without an address, or with nothing left to ship, are skipped.</p>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        Create the file
      </DialogButtons>
    </form>
  );
}
