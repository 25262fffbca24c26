// Reports what would prevent a start, before the pages are built.
import { checkConfig } from '../server/config.ts';
import { checkStart } from '../server/runtime/start-checks.ts';
import { explainStartError } from '../server/runtime/start-errors.ts';

try {
  const lock = await checkStart(checkConfig());
  await lock.release();
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}
