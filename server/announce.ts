import type { Config } from './config.ts';
import type { OpenedShop } from './open-shop.ts';

/** Prints the addresses and the login of a shop that has just been opened. */
export function announce(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { admin, isTest, demo }: OpenedShop,
  print: (line: string) => void,
): void {
  // Since this process was started.
  const seconds = (performance.now() / 1000).toFixed(1);
  print('');
  print(`  Haat is open   ${publicUrl}   (started in ${seconds} s)`);
  print(`  Back office    ${publicUrl}/admin`);
  if (admin) {
    print(`  Admin login    ${admin.email}`);
    if (admin.password) print(`  Password       ${admin.password}   (shown at each start until you sign in)`);
    print(`  New password   npm run admin -- reset ${admin.email}`);
  }
  if (isTest) print('  Payments       Test mode: no real payment is taken');
  if (demo.length > 0) print(`  Demo content   ${demo.join('; ')}. Remove it on the dashboard.`);
  print('');
}
