import { useState } from 'react';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Conflict, Side, TheirChange } from './draft.ts';
import { Differences } from './versions-dialog.tsx';

const sides = [
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
] as const;

/** Shown if two admins changed the same: who and when, and for each part a choice. */
export function ConflictDialog(props: {
  conflict: TheirChange & { conflicts: Conflict[] };
  onResolve: (choices: Record<string, Side>) => void;
}) {
  const { conflict, onResolve } = props;
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const isDone = conflict.conflicts.every(({ id }) => choices[id]);
  return (
    <Dialog open onClose={null} title="You both changed the same">
      <div className="grid gap-5 p-5 text-sm">
        <p className="wrap-anywhere">
          {whoAndWhen(conflict)} Choose what stays; everything else of both of you is saved.
        </p>
        {conflict.conflicts.map(({ id, label, mine, theirs }) => (
          <fieldset key={id} className="grid gap-2">
            <legend className="mb-1 font-medium wrap-anywhere">{label}</legend>
            {sides.map(([side, name]) => (
              <label
                key={side}
                className="flex items-start gap-3 rounded-md p-3 ring-1 ring-line has-checked:bg-press-tint has-checked:ring-press"
              >
                <input
                  type="radio"
                  name={`choice-${id}`}
                  checked={choices[id] === side}
                  onChange={() => setChoices({ ...choices, [id]: side })}
                  className="mt-0.5 size-4.5 shrink-0"
                />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-medium">{name}</span>
                  {(side === 'mine' ? mine : theirs).join('. ')}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <Differences title="All of their changes" words={conflict.changes} same="" />
        <Button disabled={!isDone} onClick={() => onResolve(choices)} className="justify-self-end">
          Save this choice
        </Button>
      </div>
    </Dialog>
  );
}

/** `Meera saved changes on 21 Nov 2026, 01:15 pm.` */
export const whoAndWhen = ({ by, changedAt }: TheirChange): string =>
  `${by || 'Another admin'} saved changes${changedAt ? ` on ${orderDate(changedAt)}` : ''}.`;
