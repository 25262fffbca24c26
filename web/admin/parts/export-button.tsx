import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { download } from './download.ts';
import { showFailure } from './show-failure.ts';
import { counted, formatCount } from './text.ts';

/** Puts an export among the downloads, telling how far it is; pressed again, it stops. */
export function ExportButton(props: {
  /** Requests the file. */
  read: (signal: AbortSignal) => Promise<Response>;
  /** What the file is called. */
  file: string;
  label?: string;
  /** How many lines there are, where that is known. */
  total?: number;
}) {
  const { read, file, label = 'Export', total } = props;
  const [done, setDone] = useState<number | null>(null);
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);

  async function start() {
    const own = new AbortController();
    ending.current = own;
    setDone(0);
    try {
      saveFile(await download(await read(own.signal), setDone), file);
    } catch (error) {
      if (!own.signal.aborted) showFailure(error, 'Could not export. Please try again.');
    }
    setDone(null);
  }

  const far = (lines: number) =>
    total === undefined
      ? counted(lines, 'line')
      : `${formatCount(Math.min(lines, total))} of ${formatCount(total)}`;
  return (
    <Button
      icon={Download}
      variant="secondary"
      disabled={total === 0}
      onClick={done === null ? start : () => ending.current?.abort()}
    >
      {done === null ? label : `${far(done)} · Stop`}
    </Button>
  );
}
