import { type Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands that find payments and build the search index again. */
export function defineSearch(program: Command, run: Run): void {
  const load = () => import('../commands/find.ts');
  adder(program, run, load)(
    'find <text>',
    'Finds payments of all types in the running service, also those in payment files: by an id of ' +
      'the service, the TPP or a message to a scheme, a reference, an account, an amount (1,050.00 ' +
      'or 1050 EUR), or the beginnings of the words of a name or reference. Prints ids found first, ' +
      'then the newest payments.',
    (m) => m.find,
  )
    .summary('Finds payments of all types, also those in payment files.')
    .option('--from <day>', 'first day in London on which the consent was created: 2026-12-01')
    .option('--to <day>', 'last day, for example 2026-12-31')
    .option('--limit <n>', 'maximum number of payments, from 1 to 1,000. Default: 100');
  const search = program.command('search').description('Maintains the index that find uses.');
  adder(search, run, load)(
    'rebuild',
    'Removes the search index. The running service builds it again from the audit log.',
    (m) => m.rebuild,
  );
}
