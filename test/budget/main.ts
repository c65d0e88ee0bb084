import { readCommandLine } from '../helpers/command-line.ts';
import { countPaths } from './paths.ts';
import { writeBudget } from './table.ts';

const { values } = readCommandLine(
  {
    command: 'npm run budget --',
    about:
      'Counts the operations of each hot path, and prints the table for test/budget/budget.test.ts.',
    options: {
      statements: { kind: 'flag', about: 'also prints the SQL statements of each path, in order' },
    },
  },
  process.argv.slice(2),
);
const rows = await countPaths();
for (const { path, statements } of values.statements ? rows : []) {
  console.log(`${path}\n${statements.map((statement) => `  ${statement}\n`).join('')}`);
}
console.log(writeBudget(rows));
process.exit(0);
