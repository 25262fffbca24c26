import type { CountedLine } from '../../../../shared/contract/catalogue/stock.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../parts/form/form-dialog.tsx';
import { counted } from '../../parts/text.ts';

type Props = {
  /** The compared lines; null while the dialog is closed. */
  lines: CountedLine[] | null;
  /** The names of the variants by id. */
  names: Map<string, string>;
  busy: boolean;
  onBook: () => void;
  onClose: () => void;
};

/** What was counted against the stock at the time of the count, before it is booked. */
export function Differences({ lines, names, busy, onBook, onClose }: Props) {
  const different = (lines ?? []).filter(({ expected, counted: units }) => expected !== units);
  return (
    <Dialog open={lines !== null} onClose={onClose} title="Differences">
      <div className="grid gap-4 p-5 text-sm">
        <p>
          {different.length === 0
            ? `All of ${counted(lines?.length ?? 0, 'variant')} are right.`
            : `${different.length} of ${counted(lines?.length ?? 0, 'variant')} ${different.length === 1 ? 'differs' : 'differ'}.`}
        </p>
        {different.length > 0 && (
          <ul className="max-h-96 divide-y divide-line overflow-auto">
            {different.map(({ variant, expected, counted: units, after }) => (
              <li key={variant} className="py-2">
                <p className="wrap-break-word">{names.get(variant)}</p>
                <p className="figures flex flex-wrap gap-x-4 text-ink-soft">
                  <span>Expected {expected}</span>
                  <span>Counted {units}</span>
                  <span className={`font-semibold ${units < expected ? 'text-madder' : 'text-leaf'}`}>
                    {units > expected ? `+${units - expected}` : `−${expected - units}`}
                  </span>
                  <span>New stock {after}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
        <DialogButtons onCancel={onClose} type="button" busy={busy} onClick={onBook}>
          {different.length === 0 ? 'Finish the count' : 'Book the differences'}
        </DialogButtons>
      </div>
    </Dialog>
  );
}
