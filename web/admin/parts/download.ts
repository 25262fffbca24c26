/** So much is gathered before it is handed to the browser, which keeps it out of the page's memory. */
const handful = 8 * 1024 * 1024;
const lineEnd = 13;

/**
 * A CSV file of the shop: however long it is, the page holds a handful of it at a time. Tells how many lines have
 * come. Fails where it is cut off, so that no half of it is taken for the whole.
 */
export async function download({ body }: Response, onProgress: (lines: number) => void): Promise<Blob> {
  if (!body) throw new Error('The file is empty');
  let file = new Blob([], { type: 'text/csv' });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let stored = 0;
  let lines = -1;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob([file, ...parts], { type: file.type });
    parts.push(value);
    stored += value.length;
    for (const byte of value) if (byte === lineEnd) lines++;
    onProgress(Math.max(0, lines));
    if (stored < handful) continue;
    file = new Blob([file, ...parts], { type: file.type });
    parts = [];
    stored = 0;
  }
}
