import { z } from 'zod';
import { ACTION_ROLES } from '../../domain/records/action-proposals.ts';
import type { OperatorRole } from '../../domain/records/operators.ts';
import { ActionBody, FactsBody } from '../commands/action-requests.ts';
import { ListRequest } from '../commands/audit.ts';
import { CustomerRequest } from '../commands/bank.ts';
import { RowsBody, FindBody } from '../commands/payments.ts';
import { DayRequest, EntriesRequest, FilesRequest, MonthRequest } from '../commands/overviews.ts';
import { OutcomeBody } from '../commands/outcomes.ts';
import { RecallBody } from '../commands/recalls.ts';
import { DecisionBody } from '../commands/screening.ts';
import { DifferencesRequest } from '../commands/settlement.ts';
import { ReasonRequest } from '../read-request.ts';
import type { Answers } from './answers.ts';

/** A route of the control API that operators can also call over HTTP. */
export interface ApiRoute {
  /** The role that the operator needs. Each role includes `read`. */
  readonly role: OperatorRole;
  /** True if the role depends on the action (`PROPOSER_ROLES` and `ACTION_ROLES`). */
  readonly roleOfAction?: true;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** True if the request would act again after the state has changed back, so it needs a key. */
  readonly once?: true;
}

const Row = z.strictObject({ row: z.coerce.number().int().min(1).optional() });
const Which = z.strictObject({ which: z.enum(['open', 'newest']).default('newest') });
const ProblemsRequest = z.strictObject({ which: z.enum(['open', 'dismissed']).default('open') });
const After = z.strictObject({ after: z.string().max(128).optional() });

const reads = (summary: string, query?: z.ZodObject): ApiRoute => {
  return { role: 'read', summary, ...(query && { query }) };
};
const searches = (summary: string, body: z.ZodObject): ApiRoute => ({
  role: 'read',
  summary,
  body,
});
/** An action of one operator, with a reason. */
const acts = (summary: string): ApiRoute => {
  return { role: 'operate', summary, body: ReasonRequest, once: true };
};
const approves = (summary: string, body?: z.ZodObject): ApiRoute => {
  return { role: 'approve', summary, ...(body && { body }) };
};
const ofAction = (summary: string, body?: z.ZodObject): ApiRoute => {
  return { role: 'read', roleOfAction: true, summary, ...(body && { body }) };
};

/**
 * The routes of the API. The handlers are those of the control API with the same method and path,
 * below `/api/v1`. Every other route of the control API is closed here.
 */
export const API_ROUTES: Readonly<Record<keyof Answers, ApiRoute>> = {
  'POST /payments/find': searches('Finds payments', FindBody),
  'GET /payments/:id': reads('Shows a payment or a consent with its timeline', Row),
  'POST /payments/:id/rows': searches('Searches the rows of a payment file', RowsBody),
  'GET /payments/:id/case': { role: 'operate', summary: 'Exports the case file', query: Row },
  'POST /payments/:id/hold': acts('Holds a payment'),
  'POST /customers/find': searches('Finds customers', CustomerRequest),
  'GET /files': reads('Lists payment files, the newest first', FilesRequest),
  'GET /approvals': reads('Lists the payments that wait for approvals'),
  'GET /work': reads('Lists failing steps'),
  'POST /work/retry': { role: 'operate', summary: 'Retries all parked steps' },
  'POST /work/:id/retry': { role: 'operate', summary: 'Retries a parked step' },
  'GET /proposals': reads('Lists proposed actions', Which),
  'POST /proposals/facts': ofAction('Shows the facts of an action', FactsBody),
  'POST /proposals': ofAction('Proposes an action', ActionBody),
  'POST /proposals/:id/confirm': ofAction('Confirms an action of another operator'),
  'POST /proposals/:id/withdraw': ofAction('Withdraws a proposed action'),
  'POST /hub/payments/:id/recall': {
    role: ACTION_ROLES.recallCredit,
    summary: 'Proposes to recall a credit',
    body: RecallBody,
  },
  'POST /hub/credits/:id/propose': approves('Proposes the outcome of a credit', OutcomeBody),
  'GET /screening': reads('Lists held payments'),
  'POST /screening/:id/propose': {
    role: 'operate',
    summary: 'Proposes a decision about a held payment',
    body: DecisionBody,
  },
  'POST /screening/:id/confirm': approves('Confirms a decision about a held payment', DecisionBody),
  'POST /screening/:id/withdraw': approves('Withdraws a decision about a held payment'),
  'GET /hub': reads('Shows the queues of the schemes'),
  'POST /hub/schemes/:scheme/stop': acts('Stops a scheme'),
  'GET /hub/problems': reads('Lists problems of the payment hub', ProblemsRequest),
  'POST /hub/problems/:id/read-again': acts('Reads a document of the hub again'),
  'POST /hub/problems/:id/dismiss': acts('Dismisses a problem of the hub'),
  'GET /hub/differences': reads('Lists settlement differences', DifferencesRequest),
  'POST /hub/differences/:name/resolve': acts('Closes a settlement difference'),
  'GET /ledger': reads('Shows the ledger of a day', DayRequest),
  'GET /regulator': reads('Shows availability and response times of a month', MonthRequest),
  'POST /regulator/downtimes/:start/unplanned': acts('Counts a planned downtime as unplanned'),
  'GET /ledger/entries': reads('Lists entries of an account of the bank', EntriesRequest),
  'GET /core/problems': reads('Lists requests that the core banking system refused'),
  'POST /core/problems/:id/retry': acts('Sends a refused request to the core again'),
  'POST /core/problems/:id/dismiss': acts('Dismisses a refused request'),
  'GET /events': reads('Lists events for TPPs that were set aside'),
  'POST /events/:id/replay': acts('Returns an event to its TPP again'),
  'GET /events/endpoints': reads('Lists subscriptions of TPPs'),
  'POST /events/endpoints/:id/resume': acts('Resumes the pushes of a subscription'),
  'GET /tpps': reads('Lists TPPs with clients', After),
  'GET /tpps/:id': reads('Shows a TPP'),
  'POST /tpps/:id/suspend': acts('Suspends a TPP'),
  'GET /audit': reads('Lists entries of the audit log, the newest first', ListRequest),
  'GET /settings': reads('Shows the settings in force'),
};

/** Returns true for `METHOD /path` of a route of the API. */
export function isApiRoute(route: string): route is keyof Answers {
  return Object.hasOwn(API_ROUTES, route);
}
