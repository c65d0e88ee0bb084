import { Tokens } from './access/tokens.ts';
import { Authorisation } from './access/authorisation.ts';
import { Clients } from './access/clients.ts';
import { Credentials } from './access/credentials.ts';
import { Directory } from './access/directory.ts';
import { Passkeys } from './access/passkeys.ts';
import type { AccessCache } from './access/token-cache.ts';
import { ProvenSignIn } from './access/proven-sign-in.ts';
import { SignIn } from './access/sign-in.ts';
import { AuditEntries } from './audit/audit-entries.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { Bank } from './ledger/bank.ts';
import { BankFiles } from './ledger/bank-files.ts';
import { CoreRequests } from './ledger/core-requests.ts';
import { DebtorEntries } from './ledger/debtor-entries.ts';
import { Ledger } from './ledger/ledger.ts';
import { Owners } from './ledger/owners.ts';
import { Answers } from './hand-over/answers.ts';
import { Bacs } from './hand-over/bacs.ts';
import { CreditStates } from './hand-over/credit-states.ts';
import { Deliveries } from './hand-over/deliveries.ts';
import { Enquiries } from './hand-over/enquiries.ts';
import { Messages } from './hand-over/messages.ts';
import { ProblemCommands } from './hand-over/problem-commands.ts';
import { Problems } from './hand-over/problems.ts';
import { Proposals } from './hand-over/proposals.ts';
import { Queues } from './hand-over/queues.ts';
import { Recalls } from './hand-over/recalls.ts';
import { SchemeStops } from './hand-over/scheme-stops.ts';
import type { Engine } from './engine.ts';
import { Events } from './events/events.ts';
import { Endpoints } from './events/endpoints.ts';
import { EventPushes } from './events/pushes.ts';
import { EventSubscriptions } from './events/subscriptions.ts';
import { History } from './history/history.ts';
import { TraceContexts } from './history/trace-contexts.ts';
import { ActionProposals } from './operators/action-proposals.ts';
import { ApiFigures } from './operators/api-figures.ts';
import { Customers } from './operators/customers.ts';
import { LedgerDays } from './operators/ledger-days.ts';
import { Operators } from './operators/operators.ts';
import { PaymentLists } from './operators/payment-lists.ts';
import { ProposerRights, type Withdrawable } from './operators/proposer-rights.ts';
import { OperatorSessions } from './operators/sessions.ts';
import { Settings } from './settings.ts';
import { Tpps } from './access/tpps.ts';
import { Abandonments } from './payments/abandonment.ts';
import { Approvals } from './payments/approvals.ts';
import { Batches } from './payments/batches.ts';
import { Cancellations } from './payments/cancellation.ts';
import type { Claims } from './payments/claims.ts';
import { Consents } from './payments/consents.ts';
import { Decisions } from './payments/consent-decisions.ts';
import { Execution } from './payments/execution.ts';
import { IdempotencyKeys } from './payments/idempotency-keys.ts';
import { CustomerQueries } from './payments/customer-queries.ts';
import { Outcomes } from './payments/outcomes.ts';
import { Payments } from './payments/payments.ts';
import { Returns } from './payments/returns.ts';
import { Submission } from './payments/submission.ts';
import { WorkList } from './payments/work.ts';
import { ScreeningCases } from './screening/cases.ts';
import { Holds } from './screening/holds.ts';
import { PaymentCases } from './screening/payment-cases.ts';
import { PaidPayees } from './screening/payees.ts';
import { SearchSegments } from './search/segments.ts';
import { Differences } from './settlement/differences.ts';
import { Entries } from './settlement/entries.ts';
import { Statements } from './settlement/statements.ts';

export type Repositories = ReturnType<typeof openRepositories>;

/** Returns the repositories with rows that are deleted after a time. */
export function expiringOf(repositories: Repositories) {
  const { tokens, authorisation, signIn } = repositories;
  const { operatorSessions, traceContexts, apiFigures } = repositories;
  return [tokens, authorisation, signIn, operatorSessions, traceContexts, apiFigures];
}

/** The keeper of the customers' accounts: this service, or the bank's core banking system. */
export type AccountKeeper = 'service' | 'core';

/** The repositories that each engine implements itself, and the keeper of the accounts. */
export interface EngineRepositories {
  /** The keeper of the accounts. By default, it is this service. */
  readonly accounts?: AccountKeeper;
  readonly accessCache: AccessCache;
  readonly auditLog: AuditLog;
  readonly claimsOf: (work: WorkList) => Claims;
}

/** Creates all repositories. Each one prepares the statements for its tables. */
export function openRepositories(
  engine: Engine,
  { accounts = 'service', accessCache, auditLog, claimsOf }: EngineRepositories,
) {
  const [tokens, rights] = [new Tokens(engine, accessCache), new ProposerRights(engine)];
  const [events, eventSubscriptions] = [
    new Events(engine),
    new EventSubscriptions(engine, auditLog),
  ];
  const [eventPushes, endpoints] = [new EventPushes(engine), new Endpoints(engine)];
  const coreRequests = new CoreRequests(engine, auditLog);
  const isInCore = accounts === 'core';
  const ledger = new Ledger(engine, isInCore ? coreRequests : null);
  const directory = new Directory(engine, auditLog, accessCache);
  const authorisation = new Authorisation(engine, tokens);
  const clients = new Clients(engine, { authorisation, auditLog });
  const passkeys = new Passkeys(engine, auditLog);
  const signIn = new SignIn(engine, auditLog, passkeys);
  const provenSignIn = new ProvenSignIn(engine, auditLog, isInCore);
  const bank = new Bank(engine, { ledger, directory, clients, events, isInCore });
  const settings = new Settings(engine);
  const [keys, decisions] = [new IdempotencyKeys(engine), new Decisions(engine)];
  const consents = new Consents(engine, {
    ...{ bank, ledger, decisions, keys, tokens, authorisation, events, auditLog },
  });
  const [batches, work] = [new Batches(engine), new WorkList(engine)];
  const [claims, outcomes] = [claimsOf(work), new Outcomes(engine)];
  const payments = new Payments(engine, { batches, work, events });
  const paidPayees = new PaidPayees(engine);
  const screening = { payments, work, settings, auditLog, rights };
  const screeningCases = new ScreeningCases(engine, screening);
  const execution = new Execution(engine, {
    ...{ work, batches, outcomes, payments, ledger, paidPayees, screeningCases },
  });
  const submission = new Submission({ keys, consents, payments, execution, auditLog });
  const approvals = new Approvals(engine, { bank, decisions, payments, execution, auditLog });
  const cancellations = new Cancellations({ bank, payments, batches, work, execution, auditLog });
  const hub = openHubRepositories(engine, { payments, work, auditLog });
  const abandonments = new Abandonments({
    ...{ payments, work, batches, messages: hub.messages },
    ...{ outcomes, ledger, execution, auditLog },
  });
  const returns = new Returns({ payments, batches, outcomes, ledger, execution, auditLog });
  const customerQueries = new CustomerQueries(engine);
  const history = new History(engine, { batches, recalls: hub.recalls, decisions, coreRequests });
  const owners = new Owners(engine, {
    ...{ bank, ledger, consents, payments, approvals, customerQueries, signIn, auditLog },
    settings,
  });
  const credentials = new Credentials(engine, passkeys);
  const operators = openOperators(engine, {
    ...{ work, payments, batches, abandonments, signIn, consents, auditLog, rights },
    ...hub,
    others: [screeningCases, hub.proposals],
  });
  const bankFiles = new BankFiles({ owners, credentials, settings, ledger, auditLog });
  return {
    ...{ customerQueries, tokens, authorisation, clients, directory, signIn, passkeys },
    ...{ provenSignIn, events, eventSubscriptions, eventPushes, endpoints },
    ...{ auditLog, searchSegments: new SearchSegments(engine, settings) },
    ...{ auditEntries: new AuditEntries(engine), traceContexts: new TraceContexts(engine) },
    ...{ bank, bankFiles, ledger, coreRequests, settings },
    ...{ keys, consents, submission, payments, batches, outcomes, work, execution, abandonments },
    ...{ screeningCases, paidPayees, debtorEntries: new DebtorEntries(engine) },
    holds: new Holds(engine, { payments, work, auditLog }),
    ...{ approvals, cancellations, decisions, claims, owners, returns, history },
    ...operators,
    ...hub,
  };
}

type OperatorParts = Omit<
  ConstructorParameters<typeof ActionProposals>[1],
  'tpps' | 'paymentCases' | 'apiFigures'
> & {
  readonly payments: Payments;
  /** The other kinds of proposals that end with the rights of an operator. */
  readonly others: readonly Withdrawable[];
};

/** Creates the repositories of the operators of the console. */
function openOperators(engine: Engine, { others, ...parts }: OperatorParts) {
  const tpps = new Tpps(engine, parts.auditLog);
  const paymentCases = new PaymentCases(engine, parts);
  const apiFigures = new ApiFigures(engine, parts.auditLog);
  const facts = { tpps, paymentCases, apiFigures };
  const actionProposals = new ActionProposals(engine, { ...parts, ...facts });
  const operators = new Operators(engine, parts.auditLog, [actionProposals, ...others]);
  const operatorSessions = new OperatorSessions(engine, parts.auditLog, operators);
  const [ledgerDays, paymentLists] = [new LedgerDays(engine), new PaymentLists(engine)];
  return {
    ...{ tpps, operators, actionProposals, operatorSessions, ledgerDays, paymentLists },
    ...{ customers: new Customers(engine), apiFigures },
  };
}

interface HubParts {
  readonly payments: Payments;
  readonly work: WorkList;
  readonly auditLog: AuditLog;
}

/** Creates the repositories of the exchange with payment hubs, and of the reconciliation. */
function openHubRepositories(engine: Engine, { payments, work, auditLog }: HubParts) {
  const messages = new Messages(engine, payments);
  const problems = new Problems(engine);
  const deliveries = new Deliveries(engine, problems);
  const creditStates = new CreditStates(engine, messages);
  const recalls = new Recalls(engine, { messages, creditStates, payments, auditLog });
  const bacs = new Bacs(engine);
  const statements = new Statements(engine, problems);
  const entries = new Entries(engine, { payments, messages, deliveries, problems, statements });
  const differences = new Differences(engine, { payments, auditLog });
  const answers = new Answers(engine, {
    ...{ payments, work, messages, deliveries, problems, recalls, bacs, entries },
  });
  const proposals = new Proposals(engine, {
    ...{ payments, messages, answers, creditStates, auditLog },
  });
  const problemCommands = new ProblemCommands({ problems, deliveries, answers, auditLog });
  const schemeStops = new SchemeStops(engine, auditLog);
  const enquiries = new Enquiries(engine, auditLog);
  const queues = new Queues(engine, schemeStops);
  return {
    ...{ messages, deliveries, answers, problems, problemCommands, schemeStops, queues, enquiries },
    ...{ recalls, bacs, entries, statements, differences, proposals },
  };
}
