import { appendFile, rename, stat } from 'node:fs/promises';

const maxBytes = 5_000_000;

/** Appends an entry as a line of JSON to a file that only its owner can read. Beyond 5 MB, the file becomes `….1`. */
export async function appendLine(file: string, entry: object): Promise<void> {
  // One that does not exist yet; any other error comes up below.
  const { size } = (await stat(file).catch(() => undefined)) ?? { size: 0 };
  if (size > maxBytes) await rename(file, `${file}.1`);
  await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}
