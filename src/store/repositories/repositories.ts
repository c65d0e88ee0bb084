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
import { Queues } from './hand-over/queues.ts';
import { Recalls } from './hand-over/recalls.ts';
import { SchemeStops } from './hand-over/scheme-stops.ts';
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
import { ProposerRights } from './operators/proposer-rights.ts';
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

/** Creates all repositories. */
export function openRepositories({
  accounts = 'service',
  accessCache,
  auditLog,
  claimsOf,
}: EngineRepositories) {
  const [tokens, rights] = [new Tokens(accessCache), new ProposerRights()];
  const [events, eventSubscriptions] = [new Events(), new EventSubscriptions(auditLog)];
  const [eventPushes, endpoints] = [new EventPushes(), new Endpoints()];
  const coreRequests = new CoreRequests(auditLog);
  const isInCore = accounts === 'core';
  const ledger = new Ledger(isInCore ? coreRequests : null);
  const directory = new Directory(auditLog, accessCache);
  const authorisation = new Authorisation(tokens);
  const clients = new Clients({ authorisation, auditLog });
  const passkeys = new Passkeys(auditLog);
  const signIn = new SignIn(auditLog, passkeys);
  const provenSignIn = new ProvenSignIn(auditLog, isInCore);
  const bank = new Bank({ ledger, directory, clients, events, isInCore });
  const settings = new Settings();
  const [keys, decisions] = [new IdempotencyKeys(), new Decisions()];
  const consents = new Consents({
    ...{ bank, ledger, decisions, keys, tokens, authorisation, events, auditLog },
  });
  const [batches, work] = [new Batches(), new WorkList()];
  const claims = claimsOf(work);
  const outcomes = new Outcomes();
  const payments = new Payments({ batches, work, events });
  const paidPayees = new PaidPayees();
  const screening = { payments, work, settings, auditLog, rights };
  const screeningCases = new ScreeningCases(screening);
  const execution = new Execution({
    ...{ work, batches, outcomes, payments, ledger, paidPayees, screeningCases },
  });
  const submission = new Submission({ keys, consents, payments, execution, auditLog });
  const approvals = new Approvals({ bank, decisions, payments, execution, auditLog });
  const cancellations = new Cancellations({ bank, payments, batches, work, execution, auditLog });
  const hub = openHubRepositories({ payments, work, auditLog });
  const abandonments = new Abandonments({
    ...{ payments, work, batches, messages: hub.messages },
    ...{ outcomes, ledger, execution, auditLog },
  });
  const returns = new Returns({ payments, batches, outcomes, ledger, execution, auditLog });
  const customerQueries = new CustomerQueries();
  const history = new History({ batches, recalls: hub.recalls, decisions, coreRequests });
  const owners = new Owners({
    ...{ bank, ledger, consents, payments, approvals, customerQueries, signIn, auditLog },
    settings,
  });
  const credentials = new Credentials(passkeys);
  const operators = openOperators({
    ...{ work, payments, batches, abandonments, signIn, consents, auditLog, rights },
    ...{ ...hub, screeningCases },
  });
  const bankFiles = new BankFiles({ owners, credentials, settings, ledger, auditLog });
  return {
    ...{ customerQueries, tokens, authorisation, clients, directory, signIn, passkeys },
    ...{ provenSignIn, events, eventSubscriptions, eventPushes, endpoints },
    ...{ auditLog, searchSegments: new SearchSegments(settings) },
    ...{ auditEntries: new AuditEntries(), traceContexts: new TraceContexts() },
    ...{ bank, bankFiles, ledger, coreRequests, settings },
    ...{ keys, consents, submission, payments, batches, outcomes, work, execution, abandonments },
    ...{ screeningCases, paidPayees, debtorEntries: new DebtorEntries() },
    holds: new Holds({ payments, work, auditLog }),
    ...{ approvals, cancellations, decisions, claims, owners, returns, history },
    ...operators,
    ...hub,
  };
}

type OperatorParts = Omit<
  ConstructorParameters<typeof ActionProposals>[0],
  'tpps' | 'paymentCases' | 'apiFigures'
> & {
  readonly payments: Payments;
  readonly screeningCases: ScreeningCases;
};

/** Creates the repositories of the operators of the console. */
function openOperators(parts: OperatorParts) {
  const tpps = new Tpps(parts.auditLog);
  const paymentCases = new PaymentCases(parts);
  const apiFigures = new ApiFigures(parts.auditLog);
  const facts = { tpps, paymentCases, apiFigures };
  const actionProposals = new ActionProposals({ ...parts, ...facts });
  const operators = new Operators(parts.auditLog, [actionProposals, parts.screeningCases]);
  const operatorSessions = new OperatorSessions(parts.auditLog, operators);
  const [ledgerDays, paymentLists] = [new LedgerDays(), new PaymentLists()];
  return {
    ...{ tpps, operators, actionProposals, operatorSessions, ledgerDays, paymentLists },
    ...{ customers: new Customers(), apiFigures },
  };
}

interface HubParts {
  readonly payments: Payments;
  readonly work: WorkList;
  readonly auditLog: AuditLog;
}

/** Creates the repositories of the exchange with payment hubs, and of the reconciliation. */
function openHubRepositories({ payments, work, auditLog }: HubParts) {
  const messages = new Messages(payments);
  const problems = new Problems();
  const deliveries = new Deliveries(problems);
  const creditStates = new CreditStates(messages, payments);
  const recalls = new Recalls({ messages, creditStates, payments, auditLog });
  const bacs = new Bacs();
  const statements = new Statements(problems);
  const entries = new Entries({ payments, messages, deliveries, problems, statements });
  const differences = new Differences({ payments, auditLog });
  const answers = new Answers({
    ...{ payments, work, messages, deliveries, problems, recalls, bacs, entries },
  });
  const problemCommands = new ProblemCommands({ problems, deliveries, answers, auditLog });
  const schemeStops = new SchemeStops(auditLog);
  const enquiries = new Enquiries(auditLog);
  const queues = new Queues(schemeStops);
  return {
    ...{ messages, deliveries, answers, problems, problemCommands, schemeStops, queues, enquiries },
    ...{ recalls, bacs, entries, statements, differences, creditStates },
  };
}
