/** So much is gathered before it is handed to the browser, which keeps it out of the page's memory. */
const handful = 8 * 1024 * 1024;
const lineEnd = 13;

/**
 * The export of the orders that match, as a file: however many they are, the page holds a handful of it at a time.
 * Tells how many lines have come. Fails where it is cut off, so that no half of it is taken for the whole.
 */
export async function downloadOrders(
  query: URLSearchParams,
  onProgress: (lines: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const headers = { authorization: `Bearer ${localStorage.getItem('adminToken') ?? ''}` };
  const response = await fetch(`/api/order/admin/export.csv?${query}`, { headers, signal });
  if (!response.ok || !response.body) throw new Error(`The export was refused: ${response.status}`);
  let file = new Blob([], { type: 'text/csv' });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let lines = -1;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob([file, ...parts], { type: file.type });
    parts.push(value);
    held += value.length;
    for (const byte of value) if (byte === lineEnd) lines++;
    onProgress(Math.max(0, lines));
    if (held < handful) continue;
    file = new Blob([file, ...parts], { type: file.type });
    parts = [];
    held = 0;
  }
}
