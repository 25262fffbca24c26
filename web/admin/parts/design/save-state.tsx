import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Draft } from './draft.ts';

/** Whether the draft is saved, with a button to try again. */
export function SaveState<Edited, Document extends Edited>({ draft }: { draft: Draft<Edited, Document> }) {
  const { save, failure } = draft.use();
  const words: Record<typeof save, ReactNode> = {
    saved: (
      <>
        <CircleCheck className="size-4 shrink-0 text-leaf" />
        Saved
      </>
    ),
    unsaved: (
      <>
        <Spinner />
        Saving…
      </>
    ),
    saving: (
      <>
        <Spinner />
        Saving…
      </>
    ),
    invalid: (
      <>
        <CircleAlert className="size-4 shrink-0 text-madder" />
        Not saved: correct the marked fields
      </>
    ),
    conflict: (
      <>
        <CircleAlert className="size-4 shrink-0 text-madder" />
        Not saved: choose what stays
      </>
    ),
    failed: (
      <>
        <CircleAlert className="size-4 shrink-0 text-madder" />
        <span title={failure}>Could not be saved,</span>
        <button
          type="button"
          onClick={() => void draft.flush()}
          className="-ml-1 min-h-9 font-semibold text-press underline underline-offset-4"
        >
          try again
        </button>
      </>
    ),
  };
  return (
    <p
      role="status"
      className="mr-auto flex min-h-9 items-center gap-1.5 px-2 text-xs text-ink-soft max-md:grow md:whitespace-nowrap"
    >
      {words[save]}
    </p>
  );
}
