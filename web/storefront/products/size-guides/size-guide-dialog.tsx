import { call } from '../../../api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useRead } from '../../layout/use-read.ts';
import { SizeTable } from './size-table.tsx';

/** A size guide in a dialog. If it can't be loaded, a link leads to its page. */
export function SizeGuideDialog(props: {
  open: boolean;
  onClose: () => void;
  guide: { _id: string; name: string };
}) {
  const { open, onClose, guide } = props;
  const { data, error } = useRead(guide._id, (signal) =>
    call('GET /size-guides/:id', { params: { id: guide._id }, signal }),
  );
  return (
    <Dialog open={open} onClose={onClose} title={guide.name}>
      <div className="p-5">
        {!data && !error && <Spinner large label="Loading" />}
        {error && (
          <p>
            The size guide could not be loaded.{' '}
            <a href={`/size-guides/${guide._id}`} className="text-press underline underline-offset-4">
              Open the size guide page
            </a>
          </p>
        )}
        {data && <SizeTable guide={data} />}
      </div>
    </Dialog>
  );
}
