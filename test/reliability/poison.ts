import { postAs } from '../helpers/control-request.ts';
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder } from '../../src/config/data-folder.ts';
import { DAY_MS, formatInstant, MINUTE_MS } from '../../src/shared/time.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { readClock } from '../crash/load.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { entriesOf } from '../helpers/orders.ts';
import { account, bulkFile, fileOf, NORTHWIND, payment, PAYROLL } from '../helpers/payment-file.ts';
import { dataOf, Tpp } from '../helpers/tpp.ts';
import { sha256 } from '../power/facts.ts';
import { defineCampaign, type Checks, type CliContext } from './campaign.ts';
import { auditLeft, readMetric } from './shutdown.ts';
import { operate } from './operators.ts';
import { medianOf } from './probing.ts';

/** Required behaviour of the service while some steps always fail. */
const EXPECTED = {
  /**
   * Maximum factor by which other payments slow down. A time below `floorMs` counts as `floorMs`.
   */
  timesSlower: 2,
  floorMs: 250,
  /**
   * Maximum time in milliseconds until a failing step is parked, which happens after several
   * retries with growing pauses.
   */
  parkedWithinMs: 20 * MINUTE_MS,
  /**
   * Maximum time in milliseconds until a step is parked if its file is missing, because retries
   * cannot help then.
   */
  parkedAtOnceWithinMs: MINUTE_MS,
  /** Status of a payment that an operator has abandoned. */
  abandoned: 'InitiationFailed',
} as const;

/** Numbers of failing steps. At each of these numbers, other payments are timed. */
const STAGES = [1, 16, 400];
/** Number of other payments to time at each stage. */
const TIMED = 12;
/** Number of failing payments to submit at the same time. */
const AT_ONCE = 10;
/**
 * Number of days until the failing payments are due, and number of days after which all of them are
 * certainly due.
 */
const DAYS_AHEAD = 3;
const DAYS_LATER = 6;
/** Interval in milliseconds at which the list of failing steps is read until all are parked. */
const LOOK_MS = 5000;
/** Matches a parked step in the operators' list, with the step's number and its payment. */
const PARKED = /^(?<step>\d+) {2}\w+ of (?<payment>\S+) .*\n.* PARKED$/gm;
/** Maximum time until the payments are finished after a repair, in milliseconds. */
const FINISHED_WITHIN_MS = 2 * MINUTE_MS;

/** A creditor account whose payments the sandbox's schemes keep pending for a day. */
const SLOW_CREDITOR = '99999900000050';
/** Reference of the payment that an operator abandons. Its money must be returned. */
const GIVEN_UP = 'GIVENUP';

/**
 * Creates steps that always fail because their file cannot be read. Measures how long other
 * payments take meanwhile, and checks the operators' commands for failing steps.
 */
export const poison = defineCampaign({
  about: 'steps that always fail: delay of other payments, the operator list, retry, abandon',
  options: {
    poisoned: { kind: 'number', default: 400, least: 2, about: 'total number of failing steps' },
    gone: { kind: 'flag', about: 'files are missing, not unreadable: steps are parked at once' },
  },
  seconds: ({ poisoned, gone }) => 60 + poisoned + (gone ? 0 : 15 * 60),
  run: async ({ poisoned, gone: areGone }, surroundings) => {
    const { folder, checks, tell } = surroundings;
    const data = `${folder}/data`;
    const service = await ServiceProcess.start({ dataDirectory: data });
    const tpp = await Tpp.signIn(service.origin);
    const poisoner = new Poisoner({ tpp, folder, areGone });
    const calmMs = await timeOthers(tpp, checks);
    tell(`without poison, a payment takes ${String(Math.round(calmMs))} ms`);
    const sent = await poisoner.poisonSent();
    for (const stage of [...STAGES.filter((count) => count < poisoned), poisoned]) {
      await poisoner.poisonUpTo(stage);
      tell(`${String(stage)} steps are poisoned`);
      const boundMs = EXPECTED.timesSlower * Math.max(calmMs, EXPECTED.floorMs);
      let otherMs = await timeOthers(tpp, checks);
      // The machine may have been slow for a moment, so measure once more.
      if (otherMs > boundMs) otherMs = Math.min(otherMs, await timeOthers(tpp, checks));
      const found = `${String(Math.round(otherMs))} ms with ${String(stage)}`;
      checks.holds('others wait no longer', otherMs <= boundMs, found);
    }
    const [first = '', ...others] = poisoner.payments;
    const withinMs = areGone ? EXPECTED.parkedAtOnceWithinMs : EXPECTED.parkedWithinMs;
    const steps = await untilParked([sent, first, ...others], withinMs, surroundings);
    const parked = await readMetric(service, 'pis_work_parked');
    checks.holds('a gauge tells how many are parked', parked === 2 + others.length, parked);
    for (const payment of [sent, first]) {
      const { code, said: output } = await operate(data, [
        ...['work', 'abandon', steps.get(payment) ?? '', '--reason', 'the file is damaged'],
      ]);
      checks.holds('the operator can propose to abandon one', code === 0, output);
      const [, proposal = ''] = /proposal confirm (\d+)/.exec(output) ?? [];
      const confirmed = await postAs('second/-', data, `/proposals/${proposal}/confirm`);
      checks.holds('another operator confirms it', confirmed.status === 200, confirmed.body);
    }
    poisoner.putBack();
    const { code: resumed, said: text } = await operate(data, ['work', 'retry', 'all']);
    checks.holds('the operator can have the others tried again', resumed === 0, text);
    await expectEnd('what is taken up again is paid', others, 'InitiationCompleted', tpp, checks);
    await expectEnd('what is given up is not', [sent, first], EXPECTED.abandoned, tpp, checks);
    await expectReturned(tpp, checks);
    const { code } = await service.stop();
    checks.holds('it stops with exit code 0', code === 0, code);
    await auditLeft(data, checks);
  },
});

/** Checks that the money of the abandoned payment was returned to the debtor. */
async function expectReturned(tpp: Tpp, checks: Checks): Promise<void> {
  const entries = await entriesOf(tpp, NORTHWIND);
  const returned = entries.filter(({ reference }) => reference.includes(GIVEN_UP));
  const pounds = returned.reduce((sum, { amount }) => sum + Number(amount), 0);
  checks.holds('its money comes back', returned.length > 1 && pounds === 0, returned);
}

/** Submits payments and then makes their files unreadable or removes them. */
class Poisoner {
  readonly payments: string[] = [];
  readonly #tpp: Tpp;
  readonly #folder: string;
  readonly #areGone: boolean;
  /** The original path of each file, and the path to which the file was moved. */
  readonly #away: (readonly [path: string, away: string])[] = [];

  constructor(options: { readonly tpp: Tpp; readonly folder: string; readonly areGone: boolean }) {
    this.#tpp = options.tpp;
    this.#folder = options.folder;
    this.#areGone = options.areGone;
  }

  /**
   * Submits scheduled payments until there are `count` in total, and moves the clock to their day.
   */
  async poisonUpTo(count: number): Promise<void> {
    const now = await readClock(this.#tpp);
    const RequestedExecutionDateTime = formatInstant(now + DAYS_AHEAD * DAY_MS);
    const file = fileNamed(`P${String(count)}`);
    while (this.payments.length < count) {
      const some = Math.min(AT_ONCE, count - this.payments.length);
      const paid = Array.from({ length: some }, () =>
        this.#tpp.pay(file, { RequestedExecutionDateTime }),
      );
      this.payments.push(...(await Promise.all(paid)));
    }
    this.#takeAway(file);
    await this.#tpp.moveClock(formatInstant(now + DAYS_LATER * DAY_MS));
  }

  /**
   * Submits a payment whose scheme answers a day later. Makes its file unavailable after the
   * payment was sent.
   */
  async poisonSent(): Promise<string> {
    const file = bulkFile(1, {
      CreditorAccount: account(SLOW_CREDITOR, 'Fresco Ltd'),
      RemittanceInformation: { Reference: GIVEN_UP, Unstructured: GIVEN_UP },
    });
    const id = await this.#tpp.pay(file);
    const isDebited = async (): Promise<boolean> =>
      (await entriesOf(this.#tpp, NORTHWIND)).some(({ reference }) => reference === GIVEN_UP);
    while (!(await isDebited())) await wait(20);
    // Wait until the payment was sent. Its debit is booked before that.
    await wait(1000);
    this.#takeAway(file);
    return id;
  }

  putBack(): void {
    for (const [path, away] of this.#away) {
      rmSync(path, { force: true });
      renameSync(away, path);
    }
  }

  #takeAway(file: Buffer): void {
    const path = contentPath(dataFolder(`${this.#folder}/data`).files, sha256(file));
    const away = `${this.#folder}/away-${String(this.#away.length)}`;
    renameSync(path, away);
    // A symbolic link to itself exists but cannot be opened.
    if (!this.#areGone) symlinkSync(path, path);
    this.#away.push([path, away]);
  }
}

/**
 * Returns a file with two debtor accounts. The service must read the file to book such a payment.
 */
function fileNamed(name: string): Buffer {
  return fileOf(
    [NORTHWIND, PAYROLL].map((debtor, index) =>
      payment(index, {
        EndToEndIdentification: `${name}.${String(index)}`,
        InstructedAmount: { Amount: `0.0${String(index + 1)}`, Currency: 'GBP' },
        DebtorAccount: account(debtor),
      }),
    ),
  );
}

let others = 0;

/** Times other payments from the consent to the final status. Returns milliseconds. */
async function timeOthers(tpp: Tpp, checks: Checks): Promise<number> {
  const times: number[] = [];
  for (let timed = 0; timed < TIMED; timed += 1) {
    const began = performance.now();
    others += 1;
    const id = await tpp.pay(fileNamed(`O${String(others)}`));
    const status = await endOf(id, tpp);
    times.push(performance.now() - began);
    if (status === 'InitiationCompleted') continue;
    checks.holds('others are paid', false, status);
    return Infinity;
  }
  return medianOf(times);
}

/** Waits for a payment's final status. If it takes too long, returns the current status. */
async function endOf(id: string, tpp: Tpp): Promise<unknown> {
  const deadline = performance.now() + FINISHED_WITHIN_MS;
  for (;;) {
    const status = dataOf(await tpp.get(`/file-payments/${id}`))['Status'];
    if (status !== 'InitiationPending' || performance.now() > deadline) return status;
    await wait(10);
  }
}

/**
 * Waits until the operators' list shows a parked step for each payment. Returns the numbers of
 * these steps.
 */
async function untilParked(
  payments: readonly string[],
  withinMs: number,
  { folder, checks, tell }: CliContext,
): Promise<ReadonlyMap<string, string>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { code, said: output } = await operate(`${folder}/data`, ['work', 'list']);
    const listed = [...output.matchAll(PARKED)].map(({ groups = {} }) => groups);
    const steps = new Map(listed.map(({ payment = '', step = '' }) => [payment, step]));
    const parked = payments.filter((id) => steps.has(id)).length;
    const isOver = parked === payments.length || code !== 0 || performance.now() > deadline;
    tell(`${String(parked)} of ${String(payments.length)} are parked`);
    if (!isOver) {
      await wait(LOOK_MS);
      continue;
    }
    checks.holds('the operator is told of each', parked === payments.length, output.slice(-300));
    return steps;
  }
}

async function expectEnd(
  what: string,
  payments: readonly string[],
  expected: string,
  tpp: Tpp,
  checks: Checks,
): Promise<void> {
  const seen = new Map<unknown, number>();
  for (const id of payments) {
    const status = await endOf(id, tpp);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    // The check fails if one payment is not finished, so skip the others.
    if (status !== expected) break;
  }
  checks.holds(what, seen.get(expected) === payments.length, [...seen]);
}
