import type { Product } from '../../../../shared/contract/catalogue.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Conflict } from './merge.ts';

/** The product as another admin saved it in the meantime, and the fields that both changed. */
export type SavedVersion = { product: Product; conflicts: Conflict[] };

/** Asks whose values to keep in fields that both admins changed. Closing the dialog returns to the form. */
export function ConflictDialog({
  theirs,
  busy,
  onClose,
  onLoad,
  onOverwrite,
}: {
  theirs: SavedVersion | null;
  busy: boolean;
  onClose: () => void;
  onLoad: (theirs: SavedVersion) => void;
  onOverwrite: (theirs: SavedVersion) => void;
}) {
  return (
    <Dialog open={theirs !== null} onClose={onClose} title="Someone else changed this product">
      {theirs && (
        <div className="grid gap-5 p-5 text-sm">
          <p>
            Another admin saved this product while you were editing it and changed the same{' '}
            {theirs.conflicts.length === 1 ? 'field' : 'fields'}. None of your changes are lost.
          </p>
          <ul className="max-h-72 divide-y divide-line overflow-auto rounded-md ring-1 ring-line">
            {theirs.conflicts.map(({ label, ...values }) => (
              <li key={label} className="px-3 py-2">
                <p className="font-medium wrap-break-word">{label}</p>
                {values.mine !== undefined && (
                  <p className="figures wrap-break-word text-ink-soft">
                    Theirs: {values.theirs || 'empty'} · Yours: {values.mine || 'empty'}
                  </p>
                )}
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={() => onLoad(theirs)}>
              Load theirs
            </Button>
            <Button busy={busy} onClick={() => onOverwrite(theirs)}>
              Overwrite with mine
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
