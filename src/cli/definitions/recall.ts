import { InvalidArgumentError, Option, type Command } from 'commander';
import { MAX_RECALL_NOTE_CHARACTERS, RECALL_REASONS } from '../../domain/schemes/recalls.ts';
import { adder, type Run } from '../adder.ts';

/** Adds the commands about recalls to `pisctl hub`. */
export function defineRecalls(hub: Command, run: Run): void {
  const add = adder(hub, run, () => import('../commands/recalls.ts'));
  const reasons = Object.entries(RECALL_REASONS).map(([code, meaning]) => `${code} (${meaning})`);
  const recalls =
    "Asks the creditor's bank to send an accepted credit back. Only the return of the credit moves " +
    `money. Reasons: ${reasons.join(', ')}.`;
  add('recall <payment>', recalls, (m) => m.recall)
    .summary("Asks the creditor's bank to send an accepted credit back.")
    .addOption(
      new Option(
        '--index <n>',
        'position of the credit in its file, or among the executed payments of its order, from 0. ' +
          'Needed if there are several',
      ).argParser(readIndex),
    )
    .addOption(
      new Option('--reason <code>', 'reason for the recall')
        .choices(Object.keys(RECALL_REASONS))
        .makeOptionMandatory(),
    )
    .option(
      '--note <text>',
      `text for the creditor's bank, at most ${String(MAX_RECALL_NOTE_CHARACTERS)} characters`,
    );
  add(
    'recalls',
    'Lists recalls with their states, by default the newest first, at most 1,000.',
    (m) => m.list,
  )
    .addOption(
      new Option(
        '--open',
        'only recalls that are not refused and whose money has not come back, oldest first',
      ).conflicts('payment'),
    )
    .option('--payment <id>', 'only recalls of this payment');
}

function readIndex(written: string): number {
  if (/^\d{1,9}$/.test(written)) return Number(written);
  throw new InvalidArgumentError('Expected a whole number such as 0.');
}
