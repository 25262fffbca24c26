import { useEffect, useState } from 'react';
import type { SizeGuide } from '../../../../shared/contract/catalogue/size-guides.ts';
import { call } from '../../../api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { SizeTable } from './size-table.tsx';

/** A size guide in a dialog. If it can't be loaded, a link leads to its page. */
export function SizeGuideDialog(props: {
  open: boolean;
  onClose: () => void;
  guide: { _id: string; name: string };
}) {
  const { open, onClose, guide } = props;
  const [loaded, setLoaded] = useState<SizeGuide | 'failed'>();
  useEffect(() => {
    call('GET /size-guides/:id', { params: { id: guide._id } }).then(setLoaded, () => setLoaded('failed'));
  }, [guide._id]);
  return (
    <Dialog open={open} onClose={onClose} title={guide.name}>
      <div className="p-5">
        {!loaded && <Spinner large label="Loading" />}
        {loaded === 'failed' && (
          <p>
            The size guide could not be loaded.{' '}
            <a href={`/size-guides/${guide._id}`} className="text-press underline underline-offset-4">
              Open the size guide page
            </a>
          </p>
        )}
        {loaded && loaded !== 'failed' && <SizeTable guide={loaded} />}
      </div>
    </Dialog>
  );
}
