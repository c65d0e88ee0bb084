import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, formatInstant } from '../../src/shared/time.ts';
import { readClock } from '../crash/load.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { consentBody, dataOf, Tpp } from '../helpers/tpp.ts';
import { CannotRun, defineCampaign, type Checks, type CliContext } from './campaign.ts';
import { auditLeft } from './shutdown.ts';
import { operate } from './operators.ts';

/** Required behaviour of the service when the machine's clock is changed. */
const EXPECTED = {
  /** Small changes, after which the service must continue as before. */
  small: ['-2s', '+2s'],
  /**
   * Large jumps. Until an operator confirms the new time, no payment falls due and no data is
   * deleted.
   */
  leaps: ['+31d', '+400d', '-2d'],
  /** The `pisctl` command with which an operator confirms the new time. */
  confirm: ['clock', 'confirm'],
  /** Maximum time until the service detects a jump, in milliseconds. */
  noticedWithinMs: 20_000,
} as const;

/** Path of the libfaketime library on Debian. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** Time until a process sees that its clock has changed, and time until it has acted on that. */
const SEEN_MS = 1500;
const ACTED_MS = 4000;

/** Number of days until the due date of the payment that must not be executed early. */
const DAYS_AHEAD = 30;

/** Changes the machine's clock while the service runs, with libfaketime. */
export const clock = defineCampaign({
  about: "the machine's clock is changed (libfaketime): no early payments and no lost data",
  options: {
    library: { kind: 'text', default: LIBRARY, about: 'path of libfaketime' },
  },
  seconds: () => 150,
  run: async ({ library }, surroundings) => {
    if (!existsSync(library)) {
      const how = 'Install libfaketime (Debian: apt-get install libfaketime), or say where it is.';
      throw new CannotRun(`There is no ${library}. ${how}`);
    }
    const { folder, checks, tell } = surroundings;
    const machine = new Machine(`${folder}/time`, library);
    const data = `${folder}/data`;
    const { settings } = machine;
    const service = await ServiceProcess.start({ dataDirectory: data, settings });
    const known = await seedDatabase(await Tpp.signIn(service.origin));
    for (const offset of EXPECTED.small) {
      await machine.set(offset);
      await goesOn(`with the clock at ${offset}`, service, checks);
    }
    for (const offset of EXPECTED.leaps) {
      tell(`the clock leaps by ${offset}`);
      await machine.set(offset);
      await standsStill(offset, service, known, checks);
      await machine.set('+0s');
      await goesOn(`back from ${offset}`, service, checks);
      await isKnown(`after ${offset}`, service, known, checks);
    }
    await service.stop();
    const again = await tryStart(machine, data, known, checks);
    await tryConfirmed(machine, again, known, surroundings);
    const { code } = await again.stop();
    checks.holds('it stops with exit code 0', code === 0, code);
    await auditLeft(data, checks);
  },
});

/**
 * Starts the service with a wrong clock. Checks that it compares the clock with its last known
 * time.
 */
async function tryStart(
  machine: Machine,
  dataDirectory: string,
  known: Known,
  checks: Checks,
): Promise<ServiceProcess> {
  await machine.set(EXPECTED.leaps[0]);
  const { settings } = machine;
  const service = await ServiceProcess.start({ dataDirectory, settings, isToBeReady: false });
  await standsStill(`${EXPECTED.leaps[0]} from the start`, service, known, checks);
  await machine.set('+0s');
  await goesOn('with the clock right again', service, checks);
  await isKnown('after the start', service, known, checks);
  return service;
}

/** Simulates the clock of the machine on which a service process runs. */
class Machine {
  readonly settings: Readonly<Record<string, string>>;
  readonly #file: string;

  constructor(file: string, library: string) {
    this.#file = file;
    this.settings = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // The monotonic clock must not jump, as on a real machine.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      // Use the limits of the profile `secure`. The sandbox's own limits allow gaps, because its
      // users' machines may sleep.
      PIS_CLOCK_LEAP_SECONDS: '300',
      PIS_CLOCK_GAP_DAYS: '7',
    };
    writeFileSync(file, '+0s\n');
  }

  /** Moves the clock by an offset from the real time. Waits until the process sees the change. */
  async set(offset: string): Promise<void> {
    writeFileSync(this.#file, `${offset}\n`);
    await wait(SEEN_MS);
  }
}

/** Data that the service stored while its clock was right. */
interface Known {
  /** An access token of the TPP. */
  readonly token: string;
  /** The id of a payment that is due in 30 days. */
  readonly paymentId: string;
  /** The id of a consent, and the idempotency key and body of the request that created it. */
  readonly consentId: string;
  readonly key: string;
  readonly body: string;
}

async function seedDatabase(tpp: Tpp): Promise<Known> {
  const date = formatInstant((await readClock(tpp)) + DAYS_AHEAD * DAY_MS);
  const paymentId = await tpp.pay(bulkFile(2), { RequestedExecutionDateTime: date });
  const request = { key: 'known', body: JSON.stringify(consentBody(bulkFile(1))) };
  const made = await tpp.call('POST', '/file-payment-consents', request);
  return {
    token: tpp.token,
    paymentId,
    consentId: dataOf(made)['ConsentId'] as string,
    ...request,
  };
}

const readyOf = async ({ origin }: ServiceProcess): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${origin}/health/ready`);
  return { status: answer.status, text: await answer.text() };
};

/**
 * Returns the status of the scheduled payment. If the response contains none, returns the HTTP
 * status.
 */
async function statusOf(
  { token: old, paymentId }: Known,
  { origin }: ServiceProcess,
  token = old,
): Promise<unknown> {
  const answer = await Tpp.withToken(origin, token).get(`/file-payments/${paymentId}`);
  return answer.status === 200 ? dataOf(answer)['Status'] : answer.status;
}

/** Checks that the service is ready and completes a new payment. */
async function goesOn(when: string, service: ServiceProcess, checks: Checks): Promise<void> {
  const ready = await readyOf(service);
  checks.holds(`${when} it is ready`, ready.status === 200, ready);
  const tpp = await Tpp.signIn(service.origin);
  const status = await tpp
    .pay(bulkFile(2))
    .then((id) => tpp.finished(id))
    .then((data) => data['Status'], String);
  checks.holds(`${when} it pays`, status === 'InitiationCompleted', status);
}

/**
 * Checks that the service reports why it is not ready, and that it does not execute the scheduled
 * payment.
 */
async function standsStill(
  offset: string,
  service: ServiceProcess,
  known: Known,
  checks: Checks,
): Promise<void> {
  const deadline = performance.now() + EXPECTED.noticedWithinMs;
  let ready = await readyOf(service);
  while (ready.status === 200 && performance.now() < deadline) {
    await wait(SEEN_MS);
    ready = await readyOf(service);
  }
  const says = ready.status === 503 && /clock/i.test(ready.text);
  checks.holds(`at ${offset} it is not ready, and says why`, says, ready);
  // The token may have expired by the changed clock, so get a new one. Submitting a payment wakes
  // the work runner if it sleeps.
  const tpp = await Tpp.signIn(service.origin).catch(() => undefined);
  await tpp?.pay(bulkFile(1)).catch(() => undefined);
  await wait(ACTED_MS);
  const status = await statusOf(known, service, tpp?.token);
  checks.holds(`at ${offset} the future is not paid`, status === 'InitiationPending', status);
}

/** Checks that no data was lost. The clock must be right again. */
async function isKnown(
  when: string,
  service: ServiceProcess,
  known: Known,
  checks: Checks,
): Promise<void> {
  const { key, body, consentId } = known;
  const status = await statusOf(known, service);
  checks.holds(`${when} an old token is good`, status === 'InitiationPending', status);
  const fresh = await Tpp.signIn(service.origin);
  const repeated = await fresh.call('POST', '/file-payment-consents', { key, body });
  const id = (repeated.json?.['Data'] as Record<string, unknown> | undefined)?.['ConsentId'];
  checks.holds(`${when} a key is known`, id === consentId, repeated.status);
}

/** Confirms the changed time as an operator. Checks that the service then executes due payments. */
async function tryConfirmed(
  machine: Machine,
  service: ServiceProcess,
  known: Known,
  { folder, checks }: CliContext,
): Promise<void> {
  await machine.set('+31d');
  await standsStill('+31d', service, known, checks);
  const { code, said: output } = await operate(`${folder}/data`, EXPECTED.confirm);
  checks.holds('an operator can confirm the new time', code === 0, output);
  await wait(ACTED_MS);
  await goesOn('once confirmed', service, checks);
  const { token } = await Tpp.signIn(service.origin);
  const status = await statusOf(known, service, token);
  checks.holds('once confirmed, what is due is paid', status === 'InitiationCompleted', status);
}
