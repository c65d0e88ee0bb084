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

/** Expected behaviour of the service with steps that always fail. */
const EXPECTED = {
  /** Maximum slowdown factor of other payments. Times below the floor count as equal. */
  timesSlower: 2,
  floorMs: 250,
  /** Maximum time until a step that is retried with growing back-off is parked, in milliseconds. */
  parkedWithinMs: 20 * MINUTE_MS,
  /**
   * Maximum time until a step is parked whose file is missing, in milliseconds. No retry can repair
   * that.
   */
  parkedAtOnceWithinMs: MINUTE_MS,
  /** Status of an abandoned payment. */
  abandoned: 'InitiationFailed',
} as const;

/** Numbers of failing steps at which other payments are timed. */
const STAGES = [1, 16, 400];
/** Number of other payments that are timed at each stage. */
const TIMED = 12;
/** Number of failing payments that are submitted at once. */
const AT_ONCE = 10;
/** Days until the failing payments are due, and days after which they are certainly due. */
const DAYS_AHEAD = 3;
const DAYS_LATER = 6;
/** Interval of the check whether all are parked, in milliseconds. */
const LOOK_MS = 5000;
/** A parked step in the operators' list: its number and its payment. */
const PARKED = /^(?<step>\d+) {2}\w+ of (?<payment>\S+) .*\n.* PARKED$/gm;
/** Maximum time until repaired payments are finished, in milliseconds. */
const FINISHED_WITHIN_MS = 2 * MINUTE_MS;

/** A creditor whose payments stay pending for a day at the sandbox's schemes. */
const SLOW_CREDITOR = '99999900000050';
/** Reference of the payment whose money must be returned. */
const GIVEN_UP = 'GIVENUP';

/**
 * Creates steps that always fail because of their file. Measures other payments, and checks the
 * operator's tools.
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
      // The machine may have caused the slow time.
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
        'work',
        'abandon',
        steps.get(payment) ?? '',
      ]);
      checks.holds('the operator can give one up', code === 0, output);
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

/** Checks that the debit of the abandoned payment was returned. */
async function expectReturned(tpp: Tpp, checks: Checks): Promise<void> {
  const entries = await entriesOf(tpp, NORTHWIND);
  const returned = entries.filter(({ reference }) => reference.includes(GIVEN_UP));
  const pounds = returned.reduce((sum, { amount }) => sum + Number(amount), 0);
  checks.holds('its money comes back', returned.length > 1 && pounds === 0, returned);
}

/** Submits payments whose file becomes unreadable or missing. */
class Poisoner {
  readonly payments: string[] = [];
  readonly #tpp: Tpp;
  readonly #folder: string;
  readonly #areGone: boolean;
  /** The original path of each file, and the path to which it was moved. */
  readonly #away: (readonly [path: string, away: string])[] = [];

  constructor(options: { readonly tpp: Tpp; readonly folder: string; readonly areGone: boolean }) {
    this.#tpp = options.tpp;
    this.#folder = options.folder;
    this.#areGone = options.areGone;
  }

  /** Submits dated payments up to a total number, and moves the clock to their day. */
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

  /** Submits a payment that is debited and sent, and whose scheme answers a day later. */
  async poisonSent(): Promise<string> {
    const file = bulkFile(1, {
      CreditorAccount: account(SLOW_CREDITOR, 'Fresco Ltd'),
      RemittanceInformation: { Reference: GIVEN_UP, Unstructured: GIVEN_UP },
    });
    const id = await this.#tpp.pay(file);
    const isDebited = async (): Promise<boolean> =>
      (await entriesOf(this.#tpp, NORTHWIND)).some(({ reference }) => reference === GIVEN_UP);
    while (!(await isDebited())) await wait(20);
    // The debit is booked before the payment is sent.
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
    // A link to itself exists but cannot be opened.
    if (!this.#areGone) symlinkSync(path, path);
    this.#away.push([path, away]);
  }
}

/** Returns a file with two debtor accounts, so that booking needs the file. */
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

/** Returns the milliseconds of other payments from the consent to the end. */
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

/** Returns the final status of a payment, or its current status after the maximum time. */
async function endOf(id: string, tpp: Tpp): Promise<unknown> {
  const deadline = performance.now() + FINISHED_WITHIN_MS;
  for (;;) {
    const status = dataOf(await tpp.get(`/file-payments/${id}`))['Status'];
    if (status !== 'InitiationPending' || performance.now() > deadline) return status;
    await wait(10);
  }
}

/**
 * Waits until the operators' list shows each payment's step as parked. Returns the step numbers.
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
    // One unfinished payment is enough to fail.
    if (status !== expected) break;
  }
  checks.holds(what, seen.get(expected) === payments.length, [...seen]);
}
