import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { save } from '../parts/save.ts';
import { downloadOrders } from './download.ts';

/** Puts the orders that match among the downloads, telling how far it is; pressed again, it stops. */
export function ExportButton({ query, total }: { query: URLSearchParams; total: number }) {
  const [done, setDone] = useState<number | null>(null);
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);

  async function start() {
    const own = new AbortController();
    ending.current = own;
    setDone(0);
    try {
      const file = await downloadOrders(query, setDone, own.signal);
      save(file, `orders-${new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })}.csv`);
    } catch {
      if (!own.signal.aborted) toast('Could not export. Please try again.', 'error');
    }
    setDone(null);
  }

  const count = (n: number) => n.toLocaleString('en-IN');
  return (
    <Button
      variant="secondary"
      disabled={total === 0}
      onClick={done === null ? start : () => ending.current?.abort()}
    >
      <Download className="size-4" aria-hidden="true" />
      {done === null ? 'Export' : `${count(Math.min(done, total))} of ${count(total)} · Stop`}
    </Button>
  );
}
