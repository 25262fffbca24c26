/** Steps at which a test may kill the process, to check that nothing is lost (T-CRS-01). */
export const crashPoints = [
  'order-stored',
  'payment-opened',
  'payment-link-created',
  'payment-stored',
  'signature-checked',
  'payments-read',
  'settling',
  'settled',
  'webhook-stored',
  'webhook-acknowledged',
  'refund-sent',
  'order-released',
  'shipping',
  'shipped',
  'order-handled',
  'order-counted',
  'booked-at-courier',
  'order-editing',
  'invoice-written',
  'mail-sent',
  'file-written',
  'reset-token-used',
  'rows-restored',
  'restored',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Kills the process as a power failure would, if CRASH_AT names this step. config.ts allows that in tests only. */
export function crashPoint({ config }: { config: { crashAt?: string | undefined } }, name: CrashPoint): void {
  if (config.crashAt === name) process.kill(process.pid, 'SIGKILL');
}
