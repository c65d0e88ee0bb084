import { InvalidArgumentError, Option, type Command } from 'commander';
import { MAX_RECALL_NOTE_CHARACTERS, RECALL_REASONS } from '../../domain/schemes/recalls.ts';
import { adder, type Run } from '../adder.ts';

/** Adds the commands about recalls to `pisctl hub`. */
export function defineRecalls(hub: Command, run: Run): void {
  const add = adder(hub, run, () => import('../commands/recalls.ts'));
  const reasons = Object.entries(RECALL_REASONS).map(([code, meaning]) => `${code} (${meaning})`);
  const recalls =
    "Proposes to ask the creditor's bank to send an accepted credit back. Another operator confirms " +
    'it: pisctl proposal confirm. Only the return of the credit moves money. ' +
    `Codes: ${reasons.join(', ')}.`;
  add('recall <payment>', recalls, (m) => m.recall)
    .summary("Proposes to ask the creditor's bank to send a credit back.")
    .addOption(
      new Option(
        '--row <n>',
        'number of the payment in its file, or among the executed payments of its order, from 1. ' +
          'Needed if there are several',
      ).argParser(readRow),
    )
    .addOption(
      new Option('--code <code>', "reason code for the creditor's bank")
        .choices(Object.keys(RECALL_REASONS))
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'reason, at most 500 characters. It is stored')
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

function readRow(written: string): number {
  if (/^[1-9]\d{0,8}$/.test(written)) return Number(written);
  throw new InvalidArgumentError('Expected a whole number such as 1.');
}
