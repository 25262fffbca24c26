import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { commandLine } from '../runtime/command-line.ts';
import { StartError } from '../runtime/start-errors.ts';

/** A name as `quote_ident` writes it, with that of its schema. */
const sqlName = z.string().regex(/^(?:\w+|"[^"]+")(?:\.(?:\w+|"[^"]+"))?$/);

/** What a backup may put into a data folder, and the contents of the database. */
const archivedFile = z
  .string()
  .regex(/^(?:data\/(?:(?:files|mail)\/.+|first-admin-password)|tables\/[\w.]+\.copy|jobs\.json)$/);

/** The contents of the database, besides the files with its rows. It may be the work of somebody else. */
const databaseSchema = z.object({
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** `file` is relative to the folder of the dump; names of tables and columns are quoted where SQL needs it. */
  tables: z.array(
    z.object({
      name: sqlName,
      columns: z.array(sqlName),
      rows: z.number(),
      file: z.string().regex(/^tables\/[\w.]+\.copy$/),
    }),
  ),
  sequences: z.array(z.object({ name: sqlName, last: z.number() })),
});

const manifestSchema = z.object({
  format: z.literal(1),
  /** The version of the shop that made the backup. */
  version: z.string(),
  /** In Indian time: `2026-11-22T02:00:00+05:30`. */
  createdAt: z.string(),
  /** The bucket that holds the pictures; absent if they are in the archive. */
  bucket: z.string().optional(),
  database: databaseSchema,
  files: z.record(archivedFile, z.object({ bytes: z.number(), sha256: z.string() })),
});

export type DatabaseDump = z.infer<typeof databaseSchema>;
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';

/** Reads the manifest of an archive. Throws a StartError if the file is not a backup or has a later format. */
export function parseManifest(text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError(
      `The archive has no manifest that this version of the shop can read. It is of another program, or of a later version of Haat: name a file that ${commandLine('backup')} has made, or use that version.`,
    );
  }
}

export async function readVersion(): Promise<string> {
  const file = path.join(import.meta.dirname, '..', '..', 'package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(await readFile(file, 'utf8'))).version;
}

/** A moment in Indian time, which has no summer time: `2026-11-22T02:00:00`. */
export function indianTime(time: Date): string {
  return new Date(time.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19);
}

/** `54 tables with 1,20,300 rows`. */
export function describeRows({ tables }: DatabaseDump): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows.toLocaleString('en-IN')} rows`;
}
