import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import {
  PROPOSAL_VALIDITY_DAYS,
  PROPOSED_OUTCOMES,
  SCHEME_REASONS,
} from '../../domain/schemes/proposals.ts';
import { MAX_RECALL_NOTE_CHARACTERS, RECALL_REASONS } from '../../domain/schemes/recalls.ts';
import { INSTRUMENTS } from '../../domain/schemes/schemes.ts';
import { adder, REASON, sender, type Run } from '../adder.ts';

const SHOW =
  'Prints a message, an enquiry or a recall by its id, or a document by its SHA-256. It can ' +
  'contain names and account numbers.';

/** Adds the commands that show and control the exchange with a payment hub. */
export function defineHub(program: Command, run: Run): void {
  const hub = program
    .command('hub')
    .summary('Shows and controls the exchange with the payment hub.')
    .description(
      'Shows and controls the exchange with the payment hub (PIS_SCHEMES) in the running service.',
    );
  const add = adder(hub, run, () => import('../commands/hub.ts'));
  add(
    'status',
    'Shows the messages of each scheme that wait, are refused, are not completely answered or have ' +
      'pending credits, and the number of open problems.',
    (m) => m.status,
  );
  add(
    'messages',
    'Lists messages to the payment hub, by default the newest first, at most 1,000.',
    (m) => m.messages,
  )
    .addOption(filter('--waiting', 'only messages that wait to be handed over, oldest first'))
    .addOption(filter('--unanswered', 'only messages without a complete answer, oldest first'))
    .addOption(filter('--pending', 'only messages with pending credits, oldest first'))
    .addOption(filter('--id <message>', 'only this message'))
    .addOption(filter('--payment <id>', 'only messages of this payment'));
  add('show <id>', SHOW, (m) => m.show);
  sender(hub, run, 'npx pisctl hub messages')(
    'enquire <message>',
    'Asks the hub for the answers to a message that is not completely answered.',
    'POST /hub/messages/:message/enquire',
    'The hub will be asked. See: npx pisctl hub messages --id <id>',
  );
  add(
    'problems',
    'Lists documents, answers and returned credits that the service could not process, oldest ' +
      'first, with what to do.',
    (m) => m.problems,
  ).option('--dismissed', 'problems that an operator has dismissed, with the reasons');
  add(
    'advices',
    'Lists credits that Bacs returned or amended, and payees whose accounts have moved, newest ' +
      'first, at most 1,000. It contains names and account numbers.',
    (m) => m.advices,
  );
  defineRecalls(hub, run);
  const send = sender(hub, run, 'npx pisctl hub problems');
  send(
    'read-again <problem>',
    'Reads a document again that was set aside, for example after an upgrade.',
    'POST /hub/problems/:problem/read-again',
    'The document will be read again. See: npx pisctl hub problems',
  );
  send(
    'retry-return <problem>',
    'Proposes to book a returned credit again, for example after its account was opened again. ' +
      'Another operator confirms it: pisctl proposal confirm. The debtor then gets the money if the ' +
      'usual checks allow it.',
    'POST /hub/problems/:problem/retry-return',
    null,
  ).requiredOption(...REASON);
  send(
    'dismiss <problem>',
    'Marks a problem as dealt with. It moves no money, and the problem stays stored.',
    'POST /hub/problems/:problem/dismiss',
    'Problem <id> is dismissed. No money has moved.',
  ).requiredOption(...REASON);
  defineStops(hub, run);
  defineSettlement(hub, run);
  defineOutcomes(hub, run);
}

/** Adds the commands that stop and resume a scheme to `hub`. */
function defineStops(hub: Command, run: Run): void {
  const schemes = `Schemes: ${INSTRUMENTS.join(', ')}.`;
  const sendScheme = sender(hub, run, 'npx pisctl hub status');
  sendScheme(
    'stop <scheme>',
    'Stops handing over messages of a scheme, on all nodes. Payments are accepted and wait. Answers ' +
      `are still taken. ${schemes}`,
    'POST /hub/schemes/:scheme/stop',
    '<id> is stopped. Its messages wait until two operators resume it: npx pisctl hub resume <id>',
  )
    .summary('Stops handing over messages of a scheme.')
    .requiredOption(...REASON);
  sendScheme(
    'resume <scheme>',
    'Proposes to hand over the messages of a stopped scheme again. Another operator confirms it: ' +
      `pisctl proposal confirm. ${schemes}`,
    'POST /hub/schemes/:scheme/resume',
    null,
  )
    .summary('Proposes to resume a stopped scheme.')
    .requiredOption(...REASON);
}

const FILTERS = ['waiting', 'unanswered', 'pending', 'id', 'payment'];

/** Returns an option that selects messages. Only one of them can be given. */
function filter(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.conflicts(FILTERS.filter((name) => name !== option.attributeName()));
}

/** Adds the commands about recalls to `pisctl hub`. */
function defineRecalls(hub: Command, run: Run): void {
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
    .requiredOption(...REASON)
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

/** Adds the commands that compare the settlement accounts with the credits to `hub`. */
function defineSettlement(hub: Command, run: Run): void {
  const add = adder(hub, run, () => import('../commands/settlement.ts'));
  add(
    'statements',
    'Lists statements of the settlement accounts (camt.053), the newest first, at most 1,000.',
    (m) => m.statements,
  );
  add(
    'differences',
    'Lists differences between the settlement accounts and the credits that were handed over, the ' +
      'oldest first.',
    (m) => m.differences,
  ).addOption(new Option('--scheme <scheme>', 'only of this scheme').choices(INSTRUMENTS));
  add(
    'settlement',
    'Shows the sums of each scheme and settlement date: written, accepted, and on the settlement ' +
      'account.',
    (m) => m.settlement,
  ).option('--from <date>', 'first settlement date. By default, the last seven days');
  sender(hub, run, 'npx pisctl hub differences')(
    'resolve <difference>',
    'Closes a difference as it is now. It moves no money. If the difference changes, it is open again.',
    'POST /hub/differences/:difference/resolve',
    'Difference <id> is resolved. No money has moved.',
  ).requiredOption(...REASON);
}

/** Adds the command that proposes the outcome of a credit to `hub`. */
function defineOutcomes(hub: Command, run: Run): void {
  const add = adder(hub, run, () => import('../commands/outcomes.ts'));
  const proposes =
    'Proposes the outcome of a credit that the hub does not report. It moves no money until another ' +
    `operator confirms it within ${String(PROPOSAL_VALIDITY_DAYS)} days: pisctl proposal confirm. ` +
    'Then it has the effect of an answer or a return from the hub, with the full amount of the ' +
    'credit.';
  add('propose <credit>', proposes, (m) => m.propose)
    .summary('Proposes the outcome of a credit that the hub does not report.')
    .addArgument(new Argument('<outcome>', 'the outcome').choices(PROPOSED_OUTCOMES))
    .addOption(
      new Option(
        '--code <code>',
        'reason code that is reported. Needed for rejected and returned',
      ).choices(SCHEME_REASONS),
    )
    .requiredOption(...REASON);
}
