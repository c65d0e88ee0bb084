import { setTimeout as wait } from 'node:timers/promises';
import { expectStatus } from '../../../test-client/answer.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/time.ts';
import { Dice } from '../random.ts';
import { Violation } from '../story.ts';
import { auditChanges, auditEvents, auditStates, Journal, some } from './audit.ts';
import type { Bank } from './bank.ts';
import { Client } from './client.ts';
import { bringJourneys, moveClock, type Change } from './load.ts';
import { Receiver } from './receiver.ts';

const TPPS = ['tpp-one', 'tpp-two'] as const;
/** Number of journeys that a TPP makes at the same time. */
const JOURNEYS_AT_ONCE = 2;

/** Minimum and maximum time from the start of the load to the kill, in milliseconds. */
const LOAD_MS = [50, 1500] as const;
/** The same from the kill to the end of the load at the other node. It is about a lease. */
const OTHER_NODE_MS = [0, 2500] as const;

/**
 * Maximum time until the load of the first round has made each kind of change, in milliseconds. On
 * a slow machine, the first kill waits for it.
 */
const FIRST_CHANGES_WITHIN_MS = 60_000;

/** Maximum time until all open events have arrived, in milliseconds. */
const ARRIVED_WITHIN_MS = 120_000;
/**
 * Time by which the clock is moved at once until all payments are finished. The service deletes
 * events a day after they were accepted, and the campaign reads them after each move.
 */
const LEAP_MS = 22 * HOUR_MS;
/** Maximum number of these moves. The payments are due within a week. */
const MAX_LEAPS = 8;

/** Results of a campaign. */
export interface EventCounts {
  readonly kills: number;
  /** Changes that the service had confirmed. */
  readonly changes: number;
  /** Revocations by the customer among them. */
  readonly revocations: number;
  readonly consents: number;
  readonly payments: number;
  readonly filePayments: number;
  /** Events that were stored and accepted. */
  readonly events: number;
  /** Resources with several events, of which the order was compared. */
  readonly ordered: number;
  /** The largest number of events about one consent or payment of a file. */
  readonly mostOfFile: number;
  /** Pushes that the TPPs refused, cut or could not process. */
  readonly refused: number;
  /** Events that arrived once more after they were accepted. */
  readonly repeated: number;
}

interface Tpp {
  readonly client: Client;
  readonly receiver: Receiver;
  readonly subscriptionId: string;
  readonly confirmed: Change[];
}

/**
 * Kills nodes of a bank while two TPPs make payments and revoke consents, and while events are
 * pushed to them. Afterwards, each event must have been accepted by its TPP, in the order of its
 * resource, and the last state of each resource must have been announced.
 */
export async function runEventCampaign(options: {
  readonly rounds: number;
  readonly seed: number;
  readonly bank: Bank;
}): Promise<EventCounts> {
  const { rounds, seed, bank } = options;
  const dice = new Dice(seed, 'events');
  const journal = new Journal();
  const tpps: Tpp[] = [];
  try {
    for (const name of TPPS) {
      const receiver = new Receiver(new Client(name, bank, dice), bank.pki, dice);
      const client = new Client(name, bank, dice);
      const subscriptionId = await client.subscribe(await receiver.listen());
      tpps.push({ client, receiver, subscriptionId, confirmed: [] });
    }
    for (let round = 0; round < rounds; round += 1) await playRound(bank, tpps, dice, journal);
    for (const { receiver } of tpps) receiver.isHonest = true;
    const leaps = await finish(bank, tpps, journal);
    return countsOf(rounds + leaps, tpps, journal);
  } finally {
    await bank.end();
    for (const { receiver } of tpps) receiver.close();
  }
}

async function playRound(
  bank: Bank,
  tpps: readonly Tpp[],
  dice: Dice,
  journal: Journal,
): Promise<void> {
  const over = new AbortController();
  const isOver = (): boolean => over.signal.aborted;
  const loads = tpps.flatMap(({ client, confirmed }) =>
    Array.from({ length: JOURNEYS_AT_ONCE }, () =>
      bringJourneys({ bank, client, dice, confirmed }, isOver),
    ),
  );
  const clients = tpps.slice(0, 1).map(({ client }) => moveClock({ bank, client, dice }, isOver));
  const ended = Promise.all([...loads, ...clients]).finally(() => {
    over.abort();
  });
  // The failure is thrown below.
  ended.catch(() => undefined);
  await wait(dice.between(...LOAD_MS));
  await firstChanges(tpps, isOver);
  await bank.killNode();
  if (bank.hasSeveralNodes) await wait(dice.between(...OTHER_NODE_MS));
  over.abort();
  await ended;
  journal.add(await bank.restartNode());
}

/** Waits until the load has revoked a consent and submitted a file. */
async function firstChanges(tpps: readonly Tpp[], isOver: () => boolean): Promise<void> {
  const deadline = performance.now() + FIRST_CHANGES_WITHIN_MS;
  const isMade = (isOne: (change: Change) => boolean): boolean =>
    tpps.some(({ confirmed }) => confirmed.some(isOne));
  while (performance.now() < deadline && !isOver()) {
    const isRevoked = isMade(({ type }) => type !== 'resource-update');
    if (isRevoked && isMade(({ isFilePayment }) => isFilePayment === true)) return;
    await wait(20);
  }
}

/**
 * Moves the clock until all payments are finished. Kills a node after each move, and audits
 * everything. Returns the number of moves.
 */
async function finish(bank: Bank, tpps: readonly Tpp[], journal: Journal): Promise<number> {
  let unfinished: string[] = [];
  for (let leaps = 1; leaps <= MAX_LEAPS; leaps += 1) {
    await untilArrived(tpps);
    await bank.killNode();
    journal.add(await bank.restartNode());
    await untilArrived(tpps);
    unfinished = [];
    for (const { receiver, confirmed } of tpps) {
      for (const violation of receiver.violations) throw violation;
      auditEvents(receiver, journal);
      unfinished.push(...(await auditStates(receiver, journal)));
      if (unfinished.length === 0) auditChanges(receiver, confirmed);
    }
    if (unfinished.length === 0) return leaps;
    await tpps[0]?.client.moveClock(LEAP_MS);
  }
  throw new Violation(`Payments are not finished: ${some(unfinished)}.`);
}

/** Waits until the TPPs have no open events. Moves the clock, so that retries are due. */
async function untilArrived(tpps: readonly Tpp[]): Promise<void> {
  const deadline = performance.now() + ARRIVED_WITHIN_MS;
  for (const { client, subscriptionId } of tpps) {
    for (;;) {
      const path = `/extensions/v1/event-subscriptions/${subscriptionId}/health`;
      const { state, backlog } = expectStatus(await client.get(path), 200).json ?? {};
      if (state === 'active' && backlog === 0) break;
      if (performance.now() > deadline) {
        throw new Violation(`${client.name} is ${String(state)} with ${String(backlog)} events.`);
      }
      await client.moveClock(MINUTE_MS);
      await wait(200);
    }
  }
}

function countsOf(kills: number, tpps: readonly Tpp[], journal: Journal): EventCounts {
  const changes = tpps.flatMap(({ confirmed }) => confirmed);
  const receivers = tpps.map(({ receiver }) => receiver);
  const { resources, events } = journal;
  const payments = resources.filter(({ kind }) => kind === 'payment');
  return {
    kills,
    changes: changes.length,
    revocations: changes.filter(({ type }) => type !== 'resource-update').length,
    consents: resources.length - payments.length,
    payments: payments.length,
    filePayments: payments.filter(({ family }) => family === 'file-payments').length,
    events: events.size,
    ordered: journal.countsOf().filter((count) => count > 1).length,
    mostOfFile: Math.max(0, ...journal.countsOf('file-payments')),
    refused: receivers.reduce((sum, { refused }) => sum + refused, 0),
    repeated: receivers.reduce((sum, { repeated }) => sum + repeated, 0),
  };
}
