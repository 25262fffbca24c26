// Runs on any installed Node, so it uses only features of Node 18.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SHOWN_FILES = 10;
const SLOW_FILE_SECONDS = 20;

export const totals = { passed: 0, failed: 0, skipped: 0 };
/** The test files that have run: `{ file, seconds }`. */
const files = [];

/** Adds the report that Vitest has written as JSON. */
export function addUnitTests(root, reportFile) {
  const report = readReport(reportFile);
  totals.passed += report?.numPassedTests ?? 0;
  totals.failed += report?.numFailedTests ?? 0;
  totals.skipped += (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  for (const { name, startTime, endTime } of report?.testResults ?? [])
    files.push({ file: path.relative(root, name), seconds: (endTime - startTime) / 1000 });
}

/** Adds the report that Playwright has written as JSON. A journey that passed only on its second try has failed. */
export function addJourneys(reportFile) {
  const report = readReport(reportFile);
  totals.passed += report?.stats?.expected ?? 0;
  totals.failed += (report?.stats?.unexpected ?? 0) + (report?.stats?.flaky ?? 0);
  totals.skipped += report?.stats?.skipped ?? 0;
  for (const suite of report?.suites ?? [])
    files.push({ file: path.join('tests', 'browser', suite.file), seconds: durationOf(suite) / 1000 });
}

/** Prints the slowest files, how long all took and, as the last line, the numbers of tests. */
export function printResult(startedAt) {
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN_FILES);
  if (slowest.length > 0) console.log('\nThe slowest test files:');
  for (const { file, seconds } of slowest) {
    const warning = seconds > SLOW_FILE_SECONDS ? ` (over ${SLOW_FILE_SECONDS} s: split or shorten it)` : '';
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}${warning}`);
  }
  console.log(`Total time: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
}

/** The time of all tries of the tests of a suite in Playwright's report, in ms. */
function durationOf({ suites = [], specs = [] }) {
  const tries = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const nested = suites.reduce((sum, suite) => sum + durationOf(suite), 0);
  return nested + tries.reduce((sum, { duration }) => sum + duration, 0);
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
