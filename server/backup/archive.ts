import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Header, Pack, Parser, ReadEntry, Unpack } from 'tar';
import { commandLine } from '../runtime/command-line.ts';
import { adviceFor, StartError } from '../runtime/start-errors.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { PREFIX } from './retention.ts';

const PADDING_BYTES = 65_536;

/** A file and its name in the archive. */
export type Source = { name: string; file: string };

/**
 * Writes a `.tar.gz` with these files and, last, the manifest that `describe` makes of their sizes and checksums.
 * A file that no longer exists is left out.
 */
export async function writeArchive<Described extends object>(
  target: string,
  sources: Iterable<Source> | AsyncIterable<Source>,
  describe: (files: Manifest['files']) => Described,
): Promise<Described> {
  const pack = new Pack({ portable: true });
  const output = createWriteStream(target, { mode: 0o600, flush: true });
  const written = pipeline(Readable.from(pack), createGzip(), output);
  const fill = async () => {
    const files: Manifest['files'] = {};
    for await (const { name, file } of sources) {
      const added = await addFile(pack, name, file);
      if (added) files[name] = added;
    }
    const manifest = describe(files);
    const text = Buffer.from(JSON.stringify(manifest, undefined, 1));
    const entry = addEntry(pack, MANIFEST, text.length, 0o600);
    entry.end(text);
    pack.end();
    return manifest;
  };
  const [manifest] = await Promise.all([fill(), written]);
  return manifest;
}

async function addFile(pack: Pack, name: string, file: string) {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  const { size, mode } = await handle.stat();
  const entry = addEntry(pack, name, size, mode & 0o777);
  const hash = createHash('sha256');
  let left = size;
  const add = async (chunk: Buffer) => {
    left -= chunk.length;
    hash.update(chunk);
    if (!entry.write(chunk)) await once(entry, 'drain');
  };
  // A file that grows or shrinks meanwhile is stored with the size that it had.
  if (size > 0) {
    for await (const chunk of handle.createReadStream({ end: size - 1 })) await add(chunk);
    while (left > 0) await add(Buffer.alloc(Math.min(left, PADDING_BYTES)));
  } else await handle.close();
  entry.end();
  return { bytes: size, sha256: hash.digest('hex') };
}

function addEntry(pack: Pack, name: string, size: number, mode: number): ReadEntry {
  const entry = new ReadEntry(new Header({ path: name, type: 'File', size, mode, mtime: new Date() }));
  pack.add(entry);
  return entry;
}

/**
 * Reads the whole archive, and its manifest with `parse`. Throws a StartError unless it is complete and each file has its
 * checksum.
 */
export async function checkArchive<Described extends Pick<Manifest, 'files'>>(
  archive: string,
  parse: (text: string) => Described,
): Promise<Described> {
  const found: Manifest['files'] = {};
  const texts: Buffer[] = [];
  let link: string | undefined;
  const parser = new Parser({
    strict: true,
    onReadEntry(entry) {
      if (!/^(Old)?File$|^Directory$/.test(entry.type)) link ??= entry.path;
      const hash = createHash('sha256');
      entry.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        if (entry.path === MANIFEST) texts.push(chunk);
      });
      entry.on('end', () => {
        found[entry.path] = { bytes: entry.size, sha256: hash.digest('hex') };
      });
    },
  });
  await feed(archive, parser, 'end');
  // It could lead to any file of the server.
  if (link) throw new StartError(`${archive} is not a backup of a shop: ${link} is not a file.`);
  const manifest = parse(Buffer.concat(texts).toString());
  const foreign = Object.keys(found).find(
    (name) => name !== MANIFEST && !name.endsWith('/') && !Object.hasOwn(manifest.files, name),
  );
  if (foreign)
    throw new StartError(`${archive} is not a backup of a shop: ${foreign} is not in its manifest.`);
  const wrong = Object.entries(manifest.files).filter(
    ([name, { bytes, sha256 }]) => found[name]?.bytes !== bytes || found[name].sha256 !== sha256,
  );
  if (wrong.length > 0)
    throw new StartError(
      `The archive ${archive} is damaged: ${wrong.length} files differ, the first is ${wrong[0]?.[0]}.`,
    );
  return manifest;
}

/** Writes the files of an archive that `isIncluded` accepts below `folder`. */
export async function extractArchive(
  archive: string,
  folder: string,
  isIncluded: (name: string) => boolean = () => true,
): Promise<void> {
  const unpack = new Unpack({ cwd: folder, strict: true, preserveOwner: false, filter: isIncluded });
  await feed(archive, unpack, 'close');
}

async function feed(archive: string, parser: Parser, finished: 'end' | 'close') {
  const done = once(parser, finished);
  // It is awaited below, but may fail before.
  done.catch(() => {});
  try {
    const write = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks)
        if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), done]);
    };
    await pipeline(createReadStream(archive), createGunzip(), write);
    parser.end();
    await done;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') || code?.startsWith('TAR_') || /^TAR_/.test(message))
      throw new StartError(
        `The archive ${archive} is damaged, incomplete or not a backup of Haat: ${message}. Copy it again, or use another backup.`,
      );
    throw error;
  }
}

/** Throws a StartError that says what to name instead, unless this is a file with content that can be read. */
export async function assertFile(archive: string): Promise<void> {
  const found = await stat(archive).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (found instanceof Error) {
    if (found.code !== 'ENOENT' && found.code !== 'ENOTDIR')
      throw new StartError(`${archive} can't be read: ${adviceFor(found)}`);
    throw new StartError(`There is no file ${archive}. ${await adviceIn(path.dirname(archive))}`);
  }
  if (found.isDirectory()) throw new StartError(`${archive} is a folder. ${await adviceIn(archive)}`);
  if (!found.isFile() || found.size === 0)
    throw new StartError(
      `${archive} is ${found.isFile() ? 'empty' : 'no file'}. ${await adviceIn(path.dirname(archive))}`,
    );
  await (
    await open(archive).catch((error: unknown) => {
      throw new StartError(`${archive} can't be read: ${adviceFor(error)}`);
    })
  ).close();
}

/** Names the newest backup in a folder. */
async function adviceIn(folder: string): Promise<string> {
  // This is advice in an error: without a folder there is none.
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.startsWith(PREFIX) && name.endsWith('.tar.gz'))
    .sort()
    .at(-1);
  const file = path.join(folder, newest ?? `${PREFIX}….tar.gz`);
  return newest
    ? `The newest backup in ${folder}:  ${commandLine('restore', file)}`
    : `Name a file that ${commandLine('backup')} has made, such as ${PREFIX}….tar.gz; there is none in ${folder}.`;
}

/** The files below `folder` with their paths relative to it; none if it does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
