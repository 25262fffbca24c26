// The part of npm run doctor that needs the packages.
import { checkAll, checkDatabase, type Level } from './shop-checks.ts';

const results = await checkAll(checkDatabase);
for (const [level, line] of results) console.log(`${level.padEnd(7)}  ${line}`);
const count = (level: Level) => results.filter(([each]) => each === level).length;
console.log(`\nErrors: ${count('error')}, warnings: ${count('warning')}`);
if (count('error') > 0) process.exitCode = 1;
