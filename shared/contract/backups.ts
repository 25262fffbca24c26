import { z } from 'zod';

const whole = (from: number, to: number) => {
  const message = `Enter a whole number from ${from} to ${to}`;
  return z.int(message).min(from, message).max(to, message);
};

/** When the shop backs itself up, which backups it retains and where. `hour` in Indian time; `target` '' for DATA_DIR. */
export const backupSettings = z.object({
  nightly: z.boolean('Must be true or false'),
  hour: whole(0, 23),
  /** The newest of each of this number of days, weeks and months is retained. */
  daily: whole(1, 366),
  weekly: whole(0, 520),
  monthly: whole(0, 120),
  target: z
    .string()
    .trim()
    .max(500)
    .regex(/^(|\/.*|s3:\/\/.+)$/, 'Enter a folder that begins with /, or s3://bucket/prefix'),
});
export type BackupSettings = z.infer<typeof backupSettings>;

export const backupOverview = z.object({
  settings: backupSettings,
  /** The folder that an empty target stands for. */
  defaultTarget: z.string(),
  /** BACKUP_HOUR, if it is set: it replaces `nightly` and `hour`. */
  fixedHour: z.union([z.number(), z.literal('off')]).nullable(),
  /** The newest backup that was restored and audited without errors. `file`: its path or address. */
  last: z.object({ at: z.iso.datetime(), file: z.string(), bytes: z.number() }).nullable(),
  /** The backup that the shop makes now, or the last one that it tried. */
  run: z
    .object({
      startedAt: z.iso.datetime(),
      finished: z.boolean(),
      step: z.string(),
      error: z.string().nullable(),
    })
    .nullable(),
});
export type BackupOverview = z.infer<typeof backupOverview>;
