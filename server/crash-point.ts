import type { Config } from './config.ts';

/** Steps of a sale at which a test may kill the shop, to see that nothing is lost (threats §6.2). */
export const crashPoints = [
  'order-stored',
  'payment-opened',
  'payment-kept',
  'signature-checked',
  'provider-asked',
  'settling',
  'settled',
  'webhook-stored',
  'webhook-answered',
  'refund-sent',
  'expiry-half-way',
  'invoice-written',
  'mail-sent',
  'file-written',
  'reset-spent',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Dies here as a power cut would, where a test has asked for it; config.ts refuses that anywhere else. */
export function crashPoint({ config }: { config: Pick<Config, 'crashAt'> }, name: CrashPoint): void {
  if (config.crashAt === name) process.kill(process.pid, 'SIGKILL');
}
