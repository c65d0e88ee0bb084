import { existsSync, readFileSync } from 'node:fs';

// Prints the totals of a test report: node totals.js REPORT STATUS
const [report = '', status = '1'] = process.argv.slice(2);

const tests = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 0 };

// A failure that no test stands for (a lint error, a file that does not load) is still a failure.
const failed = status === '0' ? 0 : Math.max(tests.numFailedTests, 1);

process.stdout.write(`${String(tests.numPassedTests)} passed, ${String(failed)} failed\n`);
