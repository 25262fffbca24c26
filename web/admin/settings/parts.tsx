import { Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

/** A card with a title, what it is for, and its form or facts. */
export function Card(props: { title: string; hint?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid content-start gap-4 rounded-lg bg-card p-5 ring-1 ring-line"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {props.title}
        </h2>
        {props.aside}
      </div>
      {props.hint && <p className="max-w-prose text-ink-soft">{props.hint}</p>}
      {props.children}
    </section>
  );
}

/** Why settings can't be changed here: the environment variable that fixes them. */
export const FixedNotice = ({ fixedBy }: { fixedBy: string | null }) =>
  fixedBy && (
    <Notice className="wrap-anywhere">
      Fixed outside of the shop by the environment variable {fixedBy}. To change it here, remove the variable
      and start the shop again.
    </Notice>
  );

/** A text that is entered elsewhere, with a button that copies it. */
export function CopyText({ label, text }: { label: string; text: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast(`${label} copied`, 'success');
    } catch {
      toast('Could not copy. Select the text and copy it.', 'error');
    }
  }
  return (
    <div className="grid gap-1">
      <p className="font-medium">{label}</p>
      <div className="grid items-center gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <code className="min-w-0 rounded-md bg-paper-deep p-2 wrap-anywhere select-all">{text}</code>
        <Button icon={Copy} variant="secondary" onClick={() => void copy()}>
          Copy
          <span className="sr-only"> {label}</span>
        </Button>
      </div>
    </div>
  );
}
