import { Hono, type Context } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import type {
  FailingHandOver,
  HubProblem,
  ListedAdvice,
  ListedMessage,
  MessageFilter,
  ProblemCounts,
  ProblemResult,
  RefusedHandOver,
  SchemeQueue,
} from '../../domain/ports/hub-admin-store.ts';
import { ANSWER_TIME_MS } from '../../domain/schemes/answer-time.ts';
import type { EnquiryResult } from '../../domain/schemes/enquiries.ts';
import { INSTRUMENTS, type Instrument } from '../../domain/schemes/schemes.ts';
import { readNumber, recorded, refusal, type ControlEnv } from '../control.ts';
import { readQuery, readReason } from '../read-request.ts';
import type { PartsWith, ShownExchange } from '../route-parts.ts';
import { proposeFor } from './action-proposals.ts';

/** Maximum number of messages or problems that one command lists. */
const MAX_LISTED = 1000;

/** Filter of a request for messages. */
const MessagesRequest = z.union([
  z.strictObject({ by: z.enum(['newest', 'waiting', 'unanswered', 'pending']) }),
  z.strictObject({ by: z.enum(['id', 'payment']), id: z.string().min(1).max(128) }),
]) satisfies z.ZodType<MessageFilter>;

type Parts = PartsWith<'proposeAction', 'store' | 'exchanges' | 'openFile' | 'clock'>;

/** The messages of a scheme, with the overdue ones and the last failure. */
export interface SchemeStatus extends SchemeQueue {
  /** Name of the exchange of the scheme. Null if the schemes are simulated. */
  readonly exchange: string | null;
  /** Number of messages that the scheme has not completely answered in its usual time. */
  readonly overdue: number;
  /** Null if no hand-over of a waiting message has failed. */
  readonly failing: FailingHandOver | null;
  /** Null if the hub refused no waiting message at the last attempt. */
  readonly newestRefused: RefusedHandOver | null;
}

/** The state of the exchange with a payment hub. */
export interface HubStatus {
  /** Empty if the schemes are simulated. */
  readonly exchanges: readonly ShownExchange[];
  readonly schemes: readonly SchemeStatus[];
  /** Numbers of open problems. */
  readonly problems: ProblemCounts;
}

/** A message of a listed payment, or a problem, at most 1,000 of them. */
export interface MessageList {
  readonly listed: readonly ListedMessage[];
}

/** Open or dismissed problems, oldest first, and the numbers of all open ones. */
export interface ProblemList {
  readonly listed: readonly HubProblem[];
  readonly open: ProblemCounts;
}

/** Items of reports of Bacs, newest first, at most 1,000 of them. */
export interface AdviceList {
  readonly listed: readonly ListedAdvice[];
}

/** Returns the routes that show and control the exchange with a payment hub. */
export function hubRoutes(parts: Parts): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  addReports(routes, parts);
  addEnquiries(routes, parts);
  addStops(routes, parts);
  addProblemCommands(routes, parts);
  return routes;
}

function addReports(routes: Hono<ControlEnv>, parts: Parts): void {
  const { store, openFile } = parts;
  routes.get('/hub', recorded('hub-status'), async (c) => c.json(await statusOf(parts)));
  routes.get('/hub/messages', recorded('hub-messages'), async (c) => {
    const which = readQuery(c, MessagesRequest, 'Name the messages by their state, id or payment.');
    const listed = await store.listMessages(which, MAX_LISTED);
    return c.json({ listed } satisfies MessageList);
  });
  routes.get('/hub/messages/:id', recorded('hub-show'), async (c) => {
    const id = c.req.param('id');
    const message = await store.findMessageContent(id);
    if (message?.kind === 'text') return c.text(message.text);
    const document = message === undefined ? await store.findDocument(id) : undefined;
    const file = message?.file ?? document;
    if (file === undefined) throw refusal(404, `There is no message or document ${id}.`);
    const pieces = document?.content ? [document.content] : await openFile(file);
    return stream(c, async (out) => {
      for await (const piece of pieces) await out.write(piece);
    });
  });
  routes.get('/hub/problems', recorded('hub-problems'), async (c) => {
    const which = c.req.query('which') === 'dismissed' ? 'dismissed' : 'open';
    const listed = await store.listHubProblems(which, MAX_LISTED);
    return c.json({ listed, open: await store.countHubProblems() } satisfies ProblemList);
  });
  routes.get('/hub/advices', recorded('hub-advices'), async (c) => {
    const listed = await store.listBacsAdvices(MAX_LISTED);
    return c.json({ listed } satisfies AdviceList);
  });
}

async function statusOf({ store, exchanges, clock }: Parts): Promise<HubStatus> {
  const now = clock();
  const schemes: SchemeStatus[] = [];
  for (const queue of await store.schemeQueues(now)) {
    const { instrument } = queue;
    const overdue = await store.countOverdue(instrument, now - ANSWER_TIME_MS[instrument]);
    const failing = (await store.findFailingHandOver(instrument)) ?? null;
    const newestRefused = (await store.findRefusedHandOver(instrument)) ?? null;
    const exchange = exchanges.find(({ instruments }) => instruments.includes(instrument));
    const found = { overdue, failing, newestRefused };
    schemes.push({ ...queue, exchange: exchange?.name ?? null, ...found });
  }
  return { exchanges, schemes, problems: await store.countHubProblems() };
}

function addEnquiries(routes: Hono<ControlEnv>, { store, exchanges }: Parts): void {
  routes.post('/hub/messages/:id/enquire', recorded('hub-enquire'), async (c) => {
    const id = c.req.param('id');
    if (exchanges.length === 0) {
      throw refusal(409, 'The schemes are simulated (PIS_SCHEMES), so there is no hub to ask.');
    }
    const result = await store.requestEnquiry(id, c.var.act());
    if (result === 'done') return c.json({ id });
    throw refusal(result === 'unknown' ? 404 : 409, ENQUIRY_REFUSALS[result](id));
  });
}

const ENQUIRY_REFUSALS: Readonly<
  Record<Exclude<EnquiryResult, 'done'>, (messageId: string) => string>
> = {
  unknown: (id) => `There is no message ${id}. See: npx pisctl hub messages --unanswered`,
  notHandedOver: (id) =>
    `Message ${id} is not handed over, so the hub cannot answer it. See: npx pisctl hub status`,
  answered: (id) => `All credits of message ${id} have a final answer.`,
  noEnquiries: () => 'Bacs (Standard 18) has no enquiries. Ask the operators of the hub.',
  stopped: () => 'The scheme is stopped. Resume it first. See: npx pisctl hub status',
};

function addStops(routes: Hono<ControlEnv>, { store, useCases }: Parts): void {
  routes.post('/hub/schemes/:scheme/stop', recorded('hub-stop'), async (c) => {
    const instrument = readScheme(c.req.param('scheme'));
    const reason = await readReason(c);
    const act = c.var.act();
    if (await store.stopScheme(instrument, reason, act)) return c.json({ scheme: instrument });
    throw refusal(409, `${instrument} is stopped already. See: npx pisctl hub status`);
  });
  routes.post('/hub/schemes/:scheme/resume', recorded('hub-resume'), async (c) => {
    const subject = readScheme(c.req.param('scheme'));
    const refused = () => refusal(409, `${subject} is not stopped. See: npx pisctl hub status`);
    const proposed = { action: 'resumeScheme', subject } as const;
    return c.json(await proposeFor(useCases, c, proposed, refused));
  });
}

function addProblemCommands(routes: Hono<ControlEnv>, parts: Parts): void {
  const { store, useCases, exchanges } = parts;
  const readProblem = (c: Context<ControlEnv, `${string}/:id/${string}`>) => {
    const id = readNumber(c.req.param('id'), 'problem');
    if (exchanges.length > 0) return id;
    throw refusal(409, 'The schemes are simulated (PIS_SCHEMES), so nothing would be repeated.');
  };
  routes.post('/hub/problems/:id/dismiss', recorded('hub-dismiss'), async (c) => {
    const id = readNumber(c.req.param('id'), 'problem');
    const reason = await readReason(c);
    const act = c.var.act();
    requireDone(await store.dismissHubProblem(id, reason, act), id);
    return c.json({ id });
  });
  routes.post('/hub/problems/:id/read-again', recorded('hub-read-again'), async (c) => {
    const id = readProblem(c);
    requireDone(await store.repeatHubDocument(id, c.var.act()), id);
    return c.json({ id });
  });
  routes.post('/hub/problems/:id/retry-return', recorded('hub-retry-return'), async (c) => {
    const subject = String(readProblem(c));
    const refused = () =>
      refusal(
        409,
        `Problem ${subject} is not a returned credit that can be booked again. See: ` +
          'npx pisctl hub problems',
      );
    const proposed = { action: 'retryReturn', subject } as const;
    return c.json(await proposeFor(useCases, c, proposed, refused));
  });
}

/** Throws the refusal of a command that was not done. */
function requireDone(result: ProblemResult, id: number): void {
  switch (result) {
    case 'done':
      return;
    case 'unknown':
      throw refusal(404, `There is no problem ${String(id)}. See: npx pisctl hub problems`);
    case 'ended':
      throw refusal(409, `Problem ${String(id)} has ended. See: npx pisctl hub problems`);
    case 'otherKind':
      throw refusal(
        409,
        `The command does not apply to problem ${String(id)}. Use read-again for documents, and ` +
          'retry-return for returned credits.',
      );
    case 'idReused':
      throw refusal(
        409,
        'The hub used the id of this document for another one, which was read meanwhile. Ask the ' +
          'hub for the document with a new id.',
      );
  }
}

function readScheme(written: string): Instrument {
  const instrument = INSTRUMENTS.find((one) => one === written);
  if (instrument !== undefined) return instrument;
  throw refusal(400, `Name one of the schemes ${INSTRUMENTS.join(', ')}.`);
}
