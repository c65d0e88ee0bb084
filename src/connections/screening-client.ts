import {
  ScreeningUnavailable,
  type OutsideDecisions,
  type ScreenedPayment,
  type Screening,
  type ScreeningContext,
  type ScreeningDecision,
} from '../domain/ports/screening.ts';
import type { Milliseconds } from '../shared/time.ts';
import type { z } from 'zod';
import type { CredentialFiles } from './credentials.ts';
import { PeerUnavailable, type PeerNames } from './peer-errors.ts';
import { Peer, refusalOf, type JsonRequest, type PeerOptions } from './peer.ts';
import {
  CaseDecisionsResponse,
  ScreeningResponse,
  type ScreeningRequest,
  type ScreeningResult,
} from './screening-contract.ts';

/** Maximum size of an answer, in bytes. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** Maximum number of decisions of the case system in an answer. */
const MAX_DECISIONS = 1000;

const NAMES: PeerNames = {
  peer: 'screening',
  url: 'PIS_SCREENING',
  certificate: 'PIS_SCREENING_CERTIFICATE',
  key: 'PIS_SCREENING_KEY',
  authorities: 'PIS_SCREENING_CA',
};

export interface ScreeningClientOptions extends Pick<PeerOptions, 'traceparent'> {
  readonly url: string;
  /** Files for mutual TLS. Null for an address on this machine without TLS. */
  readonly files: CredentialFiles | null;
  /** Time in which a decision must arrive, in milliseconds. */
  readonly deadlineMs: Milliseconds;
}

/** The bank's screening for fraud and sanctions (docs/integration/screening.md). */
export class ScreeningClient extends Peer implements Screening {
  readonly #deadlineMs: Milliseconds;

  constructor({ deadlineMs, ...options }: ScreeningClientOptions) {
    super({
      ...options,
      names: NAMES,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      timeoutMs: deadlineMs,
      deadlineMs,
      attempts: 2,
    });
    this.#deadlineMs = deadlineMs;
  }

  async screen(
    context: ScreeningContext,
    payments: readonly ScreenedPayment[],
  ): Promise<readonly ScreeningDecision[]> {
    const content = {
      deadlineMs: this.#deadlineMs,
      context: wireContext(context),
      items: payments.map(wireItem),
    } satisfies ScreeningRequest;
    const path = '/v1/screenings';
    const { results } = await this.#ask({ method: 'POST', path, content }, ScreeningResponse);
    const byId = new Map(results.map((result) => [result.id, result]));
    if (byId.size < results.length) {
      throw new ScreeningUnavailable(`${path} answered twice for the same payment.`);
    }
    return payments.map(({ id }) => {
      const result = byId.get(id);
      if (result === undefined) throw new ScreeningUnavailable(`${path} did not answer for ${id}.`);
      return decisionOf(result);
    });
  }

  async decisionsAfter(cursor: string | null): Promise<OutsideDecisions> {
    const after = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;
    const path = `/v1/case-decisions?limit=${String(MAX_DECISIONS)}${after}`;
    const found = await this.#ask({ method: 'GET', path }, CaseDecisionsResponse);
    const decisions = found.decisions.map(({ id: screeningId, decision, by }) => {
      return { screeningId, decision, by };
    });
    return { decisions, next: found.next, hasMore: found.hasMore };
  }

  async #ask<Schema extends z.ZodType>(
    request: JsonRequest,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const answer = await this.send(request).catch((cause: unknown): never => {
      if (!(cause instanceof PeerUnavailable)) throw cause;
      throw new ScreeningUnavailable(cause.message, { cause });
    });
    if (answer.status !== 200) throw new ScreeningUnavailable(refusalOf(answer));
    const parsed = schema.safeParse(answer.content);
    if (parsed.success) return parsed.data;
    // The message names only the place, because values may be data of customers.
    const places = parsed.error.issues.map(({ path }) => path.join('.'));
    throw new ScreeningUnavailable(
      `The answer to ${answer.request} is not valid: ${places.slice(0, 5).join(', ')}.`,
    );
  }
}

function wireContext({
  receivedAt,
  approvals,
  ...context
}: ScreeningContext): ScreeningRequest['context'] {
  return {
    ...context,
    receivedAt: new Date(receivedAt).toISOString(),
    approvals: approvals.map(({ userId, at, factor, address }) => {
      return { userId, at: new Date(at).toISOString(), factor, address };
    }),
  };
}

function wireItem({ amount, ...payment }: ScreenedPayment): ScreeningRequest['items'][number] {
  return { ...payment, amountMinor: amount.minor, currency: amount.currency };
}

function decisionOf(result: ScreeningResult): ScreeningDecision {
  if (result.decision === 'accept') return { kind: 'accept' };
  const { decision: kind, class: why, reasons, caseId: bankCaseId = null, tellPayer } = result;
  return { kind, class: why, reasons, bankCaseId, tellPayer };
}
