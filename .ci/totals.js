import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

// Prints the failed tests and the totals of test reports: node totals.js STATUS REPORT...
const [status = '1', ...reports] = process.argv.slice(2);

/** Maximum length of what is printed of a failure, in characters. */
const MAX_TEXT = 2000;

let [passed, failed] = [0, 0];
for (const report of reports.filter(existsSync)) {
  const tests = JSON.parse(readFileSync(report, 'utf8'));
  passed += tests.numPassedTests;
  failed += tests.numFailedTests;
  for (const { name, message, assertionResults } of tests.testResults) {
    const failures = assertionResults.filter((each) => each.status === 'failed');
    for (const { fullName, failureMessages } of failures)
      print(name, `${fullName}\n${failureMessages.join('\n').slice(0, MAX_TEXT)}`);
    if (failures.length === 0 && message !== '') print(name, message.slice(0, MAX_TEXT));
  }
}

function print(file, text) {
  process.stdout.write(`FAILED ${relative(process.cwd(), file)}: ${text}\n\n`);
}

// A failure that no test stands for (a lint error, a file that does not load) is still a failure.
if (status !== '0') failed = Math.max(failed, 1);

process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
