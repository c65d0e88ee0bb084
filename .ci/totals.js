import { existsSync, readFileSync } from 'node:fs';

// Prints the totals of test reports: node totals.js STATUS REPORT...
const [status = '1', ...reports] = process.argv.slice(2);

let [passed, failed] = [0, 0];
for (const report of reports.filter(existsSync)) {
  const tests = JSON.parse(readFileSync(report, 'utf8'));
  passed += tests.numPassedTests;
  failed += tests.numFailedTests;
}

// A failure that no test stands for (a lint error, a file that does not load) is still a failure.
if (status !== '0') failed = Math.max(failed, 1);

process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
