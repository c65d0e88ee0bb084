import { setTimeout as sleep } from 'node:timers/promises';
import type { PayeeAnswer, PayeeQuestion } from '../domain/parties/payee-check.ts';
import { PayeeCheckFailed, type PayeeConfirmation } from '../domain/ports/payee-confirmation.ts';
import { SECOND_MS, type Milliseconds } from '../shared/time.ts';
import type { CredentialFiles } from './credentials.ts';
import { PayeeResponse, type PayeeRequest, type PayeeResult } from './payee-contract.ts';
import { PeerUnavailable, type PeerNames } from './peer-errors.ts';
import { Peer, type JsonAnswer, type Traceparent } from './peer.ts';

/** Time-out of a connection, in milliseconds. The deadline of a question is shorter. */
const TIMEOUT_MS: Milliseconds = 5 * SECOND_MS;
/** Maximum size of an answer, in bytes. */
const MAX_ANSWER_BYTES = 256 * 1024;

const NAMES: PeerNames = {
  peer: 'Confirmation of Payee service',
  url: 'PIS_PAYEE_CONFIRMATION',
  certificate: 'PIS_PAYEE_CERTIFICATE',
  key: 'PIS_PAYEE_KEY',
  authorities: 'PIS_PAYEE_CA',
};

/** The Confirmation of Payee service of the bank (docs/integration/payee-confirmation.md). */
export class PayeeClient extends Peer implements PayeeConfirmation {
  /** @param files files for mutual TLS. Null for an address on this machine without TLS */
  constructor(url: string, files: CredentialFiles | null, traceparent: Traceparent | null = null) {
    super({
      url,
      files,
      names: NAMES,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      traceparent,
      timeoutMs: TIMEOUT_MS,
      deadlineMs: TIMEOUT_MS,
      attempts: 2,
    });
  }

  async confirm(
    questions: readonly PayeeQuestion[],
    deadlineMs: Milliseconds,
  ): Promise<readonly PayeeAnswer[]> {
    const content = { deadlineMs, items: questions.map(itemOf) } satisfies PayeeRequest;
    const { status, content: answer, request } = await this.#ask(content, deadlineMs);
    if (status !== 200) {
      throw failed(`${request} failed with status ${String(status)}.`);
    }
    const parsed = PayeeResponse.safeParse(answer);
    if (!parsed.success) {
      // The message names only the place, because values may be names of persons.
      const places = parsed.error.issues.map(({ path }) => path.join('.'));
      throw failed(`The answer to ${request} is not valid: ${places.slice(0, 5).join(', ')}.`);
    }
    const byId = new Map(parsed.data.results.map((result) => [result.id, answerOf(result)]));
    return questions.map((_question, index) => byId.get(idOf(index)) ?? NOT_ANSWERED);
  }

  async #ask(content: PayeeRequest, deadlineMs: Milliseconds): Promise<JsonAnswer> {
    const ended = new AbortController();
    const path = '/v1/payee-confirmations';
    const sent = this.send({ method: 'POST', path, content });
    const late = sleep(deadlineMs, null, { signal: ended.signal }).catch(() => null);
    try {
      const first = await Promise.race([sent, late]);
      if (first !== null) return first;
      // A later failure has no effect on the pages. The peer counts it.
      sent.catch(() => undefined);
      const text = `POST ${path} was not answered within ${String(deadlineMs)} milliseconds.`;
      throw new PayeeCheckFailed('timedOut', text);
    } catch (error) {
      if (error instanceof PeerUnavailable) throw failed(error.message, { cause: error });
      throw error;
    } finally {
      ended.abort();
    }
  }
}

const NOT_ANSWERED: PayeeAnswer = { outcome: 'cannotBeChecked', reason: 'notReachable' };

function failed(message: string, options?: ErrorOptions): PayeeCheckFailed {
  return new PayeeCheckFailed('notReachable', message, options);
}

function idOf(index: number): string {
  return String(index + 1);
}

function itemOf(
  { name, account, secondary, kind }: PayeeQuestion,
  index: number,
): PayeeRequest['items'][number] {
  return {
    id: idOf(index),
    name,
    account,
    currency: 'GBP',
    ...(secondary !== '' && { secondaryIdentification: secondary }),
    ...(kind !== null && { accountType: kind }),
  };
}

function answerOf(result: PayeeResult): PayeeAnswer {
  switch (result.answer) {
    case 'match':
      return { outcome: 'match', kind: result.accountType ?? null };
    case 'closeMatch': {
      const { actualName, accountType = null } = result;
      return { outcome: 'closeMatch', actualName, kind: accountType };
    }
    case 'noMatch':
      return { outcome: 'noMatch' };
    case 'cannotBeChecked':
      return { outcome: 'cannotBeChecked', reason: result.reason };
  }
}
