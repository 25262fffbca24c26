import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { showFailure } from '../show-failure.ts';
import { counted, formatCount } from '../text.ts';

/** Downloads a CSV file and shows the progress. A click during the download stops it. */
export function ExportButton(props: {
  read: (signal: AbortSignal) => Promise<Response>;
  file: string;
  label?: string;
  total?: number;
}) {
  const { read, file, label = 'Export', total } = props;
  const [lines, setLines] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function start() {
    const own = new AbortController();
    controller.current = own;
    setLines(0);
    try {
      saveFile(await receiveFile(await read(own.signal), setLines), file);
    } catch (error) {
      if (!own.signal.aborted) showFailure(error, 'Could not export. Please try again.');
    }
    setLines(null);
  }

  const progress = (done: number) =>
    total === undefined
      ? counted(done, 'line')
      : `${formatCount(Math.min(done, total))} of ${formatCount(total)}`;
  return (
    <Button
      icon={Download}
      variant="secondary"
      disabled={total === 0}
      onClick={() => (lines === null ? start() : controller.current?.abort())}
    >
      {lines === null ? label : `${progress(lines)} · Stop`}
    </Button>
  );
}

/** The bytes that the page collects before it adds them to the Blob, which the browser stores outside the page. */
const bufferSize = 8 * 1024 * 1024;
const lineEnd = 13;

/** Receives a CSV file of any size and reports its lines without the header. Throws if the connection is lost. */
export async function receiveFile(
  { body }: Response,
  onProgress: (lines: number) => void = () => {},
): Promise<Blob> {
  if (!body) throw new Error('The file is empty');
  let file = new Blob([], { type: 'text/csv' });
  let buffer: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let lines = -1;
  const reader = body.getReader();
  for (;;) {
    const { done, value: chunk } = await reader.read();
    if (done) return new Blob([file, ...buffer], { type: file.type });
    buffer.push(chunk);
    size += chunk.length;
    for (const byte of chunk) if (byte === lineEnd) lines++;
    onProgress(Math.max(0, lines));
    if (size < bufferSize) continue;
    file = new Blob([file, ...buffer], { type: file.type });
    buffer = [];
    size = 0;
  }
}
