import { type Command, Option } from 'commander';
import { CASE_DECISIONS } from '../../domain/records/screening.ts';
import { OPERATOR_ROLES } from '../../domain/records/operators.ts';
import { adder, REASON, sender, type Run } from '../adder.ts';

/** Adds the commands that show and change the work of the running service. */
export function defineOperations(program: Command, run: Run): void {
  defineWork(program, run);
  defineActions(program, run);
  defineScreening(program, run);
  defineCore(program, run);
  defineEvents(program, run);
  defineTpp(program, run);
  defineBank(program, run);
  defineOperator(program, run);
}

/** Adds the commands about failing steps. */
function defineWork(program: Command, run: Run): void {
  const work = program
    .command('work')
    .description(
      'Lists steps that failed in the running service, retries them, or proposes to abandon them.',
    );
  const add = adder(work, run, () => import('../commands/work.ts'));
  add('list', 'Lists failing execution steps, parked ones first.', ({ list }) => list);
  const retries = 'Retries a parked step immediately, or all of them: work retry all';
  add('retry <id>', retries, ({ retry }) => retry);
  sender(work, run, 'npx pisctl work list')(
    'abandon <id>',
    'Proposes to abandon a parked step and to return the debited money. Another operator confirms it ' +
      'with pisctl proposal confirm. This is final. For a send or collect step, ask the scheme first.',
    'POST /work/:step/abandon',
    null,
  ).requiredOption(...REASON);
}

/** Adds the commands about actions that one operator proposes and another one confirms. */
function defineActions(program: Command, run: Run): void {
  const proposal = program
    .command('proposal')
    .description('Lists, confirms and withdraws actions that another operator must confirm.');
  const add = adder(proposal, run, () => import('../commands/action-proposals.ts'));
  add('list', 'Lists proposed actions, by default the newest first, at most 1,000.', (m) => {
    return m.list;
  }).option('--open', 'only proposals that can be confirmed, in the order in which they lapse');
  add(
    'confirm <proposal>',
    'Confirms a proposed action and performs it. This can move money. The operator who proposed it ' +
      'is refused, and so is a confirmation after the facts have changed.',
    (m) => m.confirm,
  );
  sender(proposal, run, 'npx pisctl proposal list')(
    'withdraw <proposal>',
    'Withdraws a proposed action. Nothing else changes.',
    'POST /proposals/:proposal/withdraw',
    'Proposal <id> is withdrawn. Nothing else has changed.',
  );
}

/**
 * Adds the commands with which an operator holds a payment, and two operators release or reject
 * held payments.
 */
function defineScreening(program: Command, run: Run): void {
  const payment = program.command('payment').description('Holds a payment.');
  adder(payment, run, () => import('../commands/screening.ts'))(
    'hold <payment>',
    'Holds those bookings of a payment that have not begun: a single payment, each batch of a file, ' +
      'or the next payment of a standing order. One row of a file cannot be held. The hold has no ' +
      'limit. Two operators release or reject it with: pisctl screening.',
    (m) => m.hold,
  )
    .summary('Holds a payment that is not booked.')
    .requiredOption(...REASON);
  const screening = program
    .command('screening')
    .description("Shows and decides payments that the bank's screening or an operator holds.");
  const add = adder(screening, run, () => import('../commands/screening.ts'));
  add('list', 'Lists held payments, those that end first at the front, at most 1,000.', (m) => {
    return m.list;
  });
  add(
    'release <case>',
    'Releases a held payment. The first operator proposes it. When another one gives the same ' +
      'command, the payment is made.',
    (m) => m.release,
  ).requiredOption(...REASON);
  add(
    'reject <case>',
    'Rejects a held payment. The first operator proposes it. When another one gives the same ' +
      'command, the payment is rejected.',
    (m) => m.reject,
  ).requiredOption(...REASON);
  const confirmed =
    'Another operator sees the same facts and confirms it with: pisctl proposal confirm. If a case ' +
    'was opened or decided meanwhile, the confirmation is refused.';
  const send = sender(screening, run, 'npx pisctl proposal list');
  for (const decision of CASE_DECISIONS) {
    send(
      `${decision}-all <payment>`,
      `Proposes to ${decision} all held parts of a payment. ${confirmed}`,
      `POST /payments/:payment/cases/${decision}`,
      null,
    ).requiredOption(...REASON);
  }
}

/** Adds the commands that show and repair the connection to the core banking system. */
function defineCore(program: Command, run: Run): void {
  const core = program
    .command('core')
    .description('Shows and repairs the connection to the core banking system.');
  const add = adder(core, run, () => import('../commands/core.ts'));
  add('status', 'Shows if the core answers, and how many requests wait or were refused.', (m) => {
    return m.status;
  });
  add('problems', 'Lists requests that the core refused, the oldest first, at most 1,000.', (m) => {
    return m.problems;
  });
  const send = sender(core, run, 'npx pisctl core problems');
  send(
    'retry <id>',
    'Sends a refused request again, after its cause was removed.',
    'POST /core/problems/:request/retry',
    'Request <id> will be sent again.',
  );
  send(
    'dismiss <id>',
    'Ends a refused request, because the bank has booked it in another way. It moves no money.',
    'POST /core/problems/:request/dismiss',
    'Request <id> is ended. No money has moved.',
  ).requiredOption(...REASON);
  add(
    'reconcile <day>',
    'Compares what the core booked on a day with what it confirmed to this service. Fails if they ' +
      'differ.',
    (m) => m.reconcile,
  );
}

/** Adds the commands about events for TPPs. */
function defineEvents(program: Command, run: Run): void {
  const events = program
    .command('events')
    .description(
      'Shows events that TPPs could not process and callback addresses, and sends events again.',
    );
  const add = adder(events, run, () => import('../commands/events.ts'));
  add(
    'list',
    'Lists events that were set aside after six errors of their TPP, oldest first, at most 1,000.',
    ({ list }) => list,
  );
  sender(events, run, 'npx pisctl events list')(
    'replay <event>',
    'Returns an event that was set aside to its TPP again, as if there had been no error.',
    'POST /events/:event/replay',
    'The TPP receives <id> with its next poll.',
  );
  add(
    'endpoints',
    'Lists the subscriptions of TPPs with the state of their callback addresses, at most 1,000.',
    ({ endpoints }) => endpoints,
  );
  sender(events, run, 'npx pisctl events endpoints')(
    'resume <subscription>',
    'Pushes events to a callback address that is unresponsive again.',
    'POST /events/endpoints/:subscription/resume',
    'The events of <id> are pushed again.',
  );
}

/** Adds the commands that show and suspend TPPs. */
function defineTpp(program: Command, run: Run): void {
  const tpp = program
    .command('tpp')
    .summary('Shows and suspends TPPs.')
    .description(
      'Shows and suspends TPPs in the running service. A TPP is named by the id of its organisation ' +
        'in the directory.',
    );
  const add = adder(tpp, run, () => import('../commands/tpp.ts'));
  add(
    'list',
    'Lists the TPPs with clients at this bank in the order of their ids.',
    (m) => m.list,
  ).option('--after <organisation>', 'only TPPs after this id, for the next page');
  const shows =
    'Shows the clients of a TPP, their consents, payments, events and certificates. Contains ids only.';
  add('show <organisation>', shows, (m) => m.show);
  const send = sender(tpp, run, 'npx pisctl tpp list');
  send(
    'suspend <organisation>',
    'Refuses all requests and tokens of a TPP at once. Submitted payments are still executed.',
    'POST /tpps/:organisation/suspend',
    '<id> is suspended. To end it: npx pisctl tpp resume <id> --reason <text>',
  ).requiredOption(...REASON);
  send(
    'resume <organisation>',
    'Proposes to end the suspension of a TPP. Another operator confirms it with pisctl proposal ' +
      'confirm.',
    'POST /tpps/:organisation/resume',
    null,
  ).requiredOption(...REASON);
}

/** Adds the commands about customers, users and approvals. */
function defineBank(program: Command, run: Run): void {
  const bank = program
    .command('bank')
    .description("Shows and changes data of the bank's customers in the running service.");
  const add = adder(bank, run, () => import('../commands/bank.ts'));
  const send = sender(bank, run, 'npx pisctl proposal list');
  send(
    'unlock <user>',
    'Proposes to let a locked-out user sign in again immediately. Another operator confirms it: ' +
      'pisctl proposal confirm.',
    'POST /users/:user/unlock',
    null,
  )
    .summary('Proposes to end the lockout of a user.')
    .requiredOption(...REASON);
  send(
    'end-permission <consent>',
    'Proposes to end a permission of a customer for variable recurring payments (VRP), named by its ' +
      'ConsentId. Another operator confirms it: pisctl proposal confirm.',
    'POST /consents/:consent/end',
    null,
  )
    .summary('Proposes to end a permission for VRPs.')
    .requiredOption(...REASON);
  add('passkeys <user>', "Lists a user's passkeys and when each was last used.", (m) => m.passkeys);
  const removes = 'Removes all passkeys of a user, who can still use codes.';
  add('remove-passkeys <user>', removes, (m) => m.removePasskeys);
  const finds =
    'Shows customers by their id, the id of a user, or an account: users, accounts, mandates, lockouts, ' +
    'permissions and payments. Contains names and account numbers.';
  add('customer <id>', finds, (m) => m.customer);
  add('mandates', 'Lists the accounts that need more than one approval.', (m) => m.mandates);
  const shows =
    'Shows who approved a payment, when and from where, and how many approvals are missing. With ' +
    '--waiting, lists all payments that wait for further approvals, and who can give them.';
  add('approvals [payment]', shows, (m) => m.approvals).option(
    '--waiting',
    'all payments that wait, the earliest deadline first, at most 200',
  );
}

/** Adds the commands that administer the operators of the console. */
function defineOperator(program: Command, run: Run): void {
  const operator = program
    .command('operator')
    .description('Adds, lists, changes and ends the operators of the console.');
  const add = adder(operator, run, () => import('../commands/operator.ts'));
  const role = () =>
    new Option('--role <role...>', 'role. You can name several')
      .choices(OPERATOR_ROLES)
      .makeOptionMandatory();
  add(
    'add <id>',
    'Adds an operator, and prints a link with which the operator adds a passkey. The link works ' +
      'once, for one hour. The id appears in the audit log and cannot be used again.',
    (m) => m.add,
  )
    .summary('Adds an operator, and prints a link for a passkey.')
    .requiredOption('--name <name>', 'name as the console shows it, at most 60 characters')
    .addOption(role());
  add(
    'enrol <id>',
    'Prints a new link with which an operator adds a passkey. An unused earlier link stops working.',
    (m) => m.enrol,
  );
  add('list', 'Lists the operators with their roles, passkeys and sessions.', (m) => m.list);
  const replaces = 'Replaces the roles of an operator, also in sessions that are open.';
  add('roles <id>', replaces, (m) => m.roles).addOption(role());
  const links =
    "Lets an operator sign in only at the bank's OpenID Provider from now on, with the roles of the " +
    'groups there. Deletes the passkeys and sessions of the operator.';
  add('link <id>', links, (m) => m.link)
    .summary("Lets an operator sign in at the bank's OpenID Provider.")
    .requiredOption('--subject <sub>', '`sub` of the operator at the provider');
  const ends = 'Ends an operator. Deletes the sessions and passkeys of the operator at once.';
  add('end <id>', ends, (m) => m.end);
}
