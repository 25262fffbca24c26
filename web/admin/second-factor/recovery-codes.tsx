import { Copy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast('Copied', 'success');
    } catch {
      toast('Could not copy. Select the codes and copy them.', 'error');
    }
  }
  return (
    <div className="grid gap-4 p-5 text-sm">
      <p>
        Each of these codes replaces your second factor once, for example if you lose your phone. They are
        shown only now: print them or store them in a safe place.
      </p>
      <ul className="figures grid gap-x-6 gap-y-1 rounded-md bg-paper-deep p-4 text-base select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        <Button icon={Copy} variant="secondary" onClick={copy}>
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
