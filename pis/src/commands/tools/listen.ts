import type { BankEvent } from '@payment-initiation/client';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withBank, type BankOptions } from '../../bank/connection.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { PisError } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import { printResult, type JsonOption } from '../../terminal/results.ts';
import { subscriptionOf } from './subscription.ts';

/** Options of `pis events listen`. */
export interface ListenOptions extends BankOptions {
  readonly forwardTo?: string;
  readonly subscribe?: boolean;
  readonly json?: JsonOption;
}

/** Pauses between two polls that return nothing, in milliseconds: of a bank and of the sandbox. */
const [BANK_PAUSE_MS, SANDBOX_PAUSE_MS] = [5_000, 500];
/** First and longest pause before an event is forwarded again, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 30_000];
/** Time limit of the server to which events are forwarded, as of a bank's push, in milliseconds. */
const FORWARD_TIMEOUT_MS = 10_000;

/** Prints and forwards the bank's events until the user interrupts it. */
export async function listen(context: Context, options: ListenOptions): Promise<ExitCode> {
  const { signal, err } = context;
  const target = targetOf(options.forwardTo);
  await withBank(context, options, async (connection) => {
    const found = await subscriptionOf(connection, signal, options.subscribe);
    if (found.callbackUrl !== undefined) {
      const other = `The bank also pushes events to ${found.callbackUrl}.`;
      err.write(`${other} Events that are accepted there may not appear here.\n`);
    }
    err.write('Waiting for events. End with Ctrl-C.\n');
    const pauseMs = connection.profile.sandbox ? SANDBOX_PAUSE_MS : BANK_PAUSE_MS;
    // The loop acknowledges an event when it asks for the next one.
    for await (const event of connection.bank.events.listen({ signal, pauseMs })) {
      printEvent(context, options.json, event);
      if (target !== undefined && !(await forward(context, target, event))) break;
    }
  });
  return exitCodes.interrupted;
}

function targetOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new PisError(
    `--forward-to: found "${text}". Expected an address, for example http://localhost:3000/events.`,
    exitCodes.wrongUse,
  );
}

function printEvent({ out }: Context, json: JsonOption | undefined, event: BankEvent): void {
  const { id, resourceType = '', resourceId = '', reason = '', links, token } = event;
  const time = event.time === undefined ? '' : new Date(event.time * 1000).toISOString();
  const type = event.type.split(/[:/]/).at(-1) ?? event.type;
  const result = { time, type, resourceType, resourceId, id, reason, links, token };
  const parts = [time, type, resourceType, resourceId, id, reason];
  printResult(out, json, result, parts.filter((part) => part !== '').join('  '));
}

/**
 * Posts an event as the bank would push it, again and again until it is accepted. Returns false if
 * the user interrupts it before.
 */
async function forward({ err, signal }: Context, url: string, event: BankEvent): Promise<boolean> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    const began = performance.now();
    const answer = await post(url, event.token, signal);
    const time = `${String(Math.round(performance.now() - began))} ms`;
    if (typeof answer === 'number' && answer >= 200 && answer < 300) {
      err.write(`  -> ${String(answer)} from ${url}, ${time}\n`);
      return true;
    }
    if (signal.aborted) return false;
    err.write(`  -> ${String(answer)} from ${url}, ${time}. Expected 202. Trying again.\n`);
    await pause(wait, undefined, { signal }).catch(() => undefined);
  }
}

/** Posts an event. Returns the status, or the reason why there is none. */
async function post(url: string, token: string, signal: AbortSignal): Promise<number | string> {
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', body: token, redirect: 'manual' },
      headers: { 'content-type': 'application/jwt', 'x-fapi-interaction-id': randomUUID() },
      signal: AbortSignal.any([signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.cause instanceof Error ? error.cause.message : error.message;
  }
}
