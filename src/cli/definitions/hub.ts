import { Option, type Command } from 'commander';
import { INSTRUMENTS } from '../../domain/schemes/schemes.ts';
import { adder, type Run } from '../adder.ts';
import { defineProposals } from './proposal.ts';
import { defineRecalls } from './recall.ts';
import { defineSettlement } from './settlement.ts';

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
  add(
    'enquire <message>',
    'Asks the hub for the answers to a message that is not completely answered.',
    (m) => m.enquire,
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
  const reason = ['--reason <text>', 'reason, at most 500 characters. It is stored'] as const;
  const reads = 'Reads a document again that was set aside, for example after an upgrade.';
  add('read-again <problem>', reads, (m) => m.readAgain);
  const books =
    'Proposes to book a returned credit again, for example after its account was opened again. ' +
    'Another operator confirms it: pisctl proposal confirm. The debtor then gets the money if the ' +
    'usual checks allow it.';
  add('retry-return <problem>', books, (m) => m.retryReturn).requiredOption(...reason);
  const dismisses =
    'Marks a problem as dealt with. It moves no money, and the problem stays stored.';
  add('dismiss <problem>', dismisses, (m) => m.dismiss).requiredOption(...reason);
  const schemes = `Schemes: ${INSTRUMENTS.join(', ')}.`;
  const stops =
    'Stops handing over messages of a scheme, on all nodes. Payments are accepted and wait. Answers ' +
    `are still taken. ${schemes}`;
  add('stop <scheme>', stops, (m) => m.stop)
    .summary('Stops handing over messages of a scheme.')
    .requiredOption(...reason);
  const resumes =
    'Proposes to hand over the messages of a stopped scheme again. Another operator confirms it: ' +
    `pisctl proposal confirm. ${schemes}`;
  add('resume <scheme>', resumes, (m) => m.resume)
    .summary('Proposes to resume a stopped scheme.')
    .requiredOption(...reason);
  defineSettlement(hub, run);
  defineProposals(hub, run);
}

const FILTERS = ['waiting', 'unanswered', 'pending', 'id', 'payment'];

/** Returns an option that selects messages. Only one of them can be given. */
function filter(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.conflicts(FILTERS.filter((name) => name !== option.attributeName()));
}
