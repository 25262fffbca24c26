import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { createStore } from '../../ui/store.ts';
import { DialogButtons } from './form/form-dialog.tsx';
import { showFailure } from './show-failure.ts';

type Question = {
  title: string;
  /** The label of the confirming button; `Delete` unless given. */
  action?: string;
  text: ReactNode;
  /** The dialog stays open until this has finished. */
  onConfirm: () => Promise<unknown>;
  /** Shown in a toast if it fails without a reason from the server. */
  failed?: string;
};

const asked = createStore<Question | null>(null);

/** Asks before an action (spec §4 Delete dialog). */
export const confirm = (question: Question) => asked.set(question);

/** The dialog of `confirm`. It belongs in the layout; leaving the page closes it. */
export function ConfirmDialog() {
  const question = asked.use();
  const { pathname } = useLocation();
  const close = () => asked.set(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page
  useEffect(() => close, [pathname]);
  return <Confirm question={question} onClose={close} />;
}

/** Asks the question, if there is one. */
export function Confirm({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  async function onConfirm() {
    setBusy(true);
    await question?.onConfirm().catch((error) => showFailure(error, question.failed ?? ''));
    setBusy(false);
    onClose();
  }
  return (
    <Dialog open={question !== null} onClose={busy ? () => {} : onClose} title={question?.title}>
      <div className="grid gap-6 p-5 text-sm">
        <div className="grid gap-2 wrap-break-word">{question?.text}</div>
        <DialogButtons onCancel={onClose} type="button" variant="danger" busy={busy} onClick={onConfirm}>
          {question?.action ?? 'Delete'}
        </DialogButtons>
      </div>
    </Dialog>
  );
}
