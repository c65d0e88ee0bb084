import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { paymentBody, SAMPLES, type Sample } from '../../bench/helpers/families.ts';
import { PaymentFiles, TWO_MB } from '../../bench/helpers/payment-file.ts';
import { scratchDirectory, startService, type Program } from '../../bench/helpers/program.ts';
import { Tpp } from '../../bench/helpers/tpp.ts';
import { RESOURCES } from '../../test-client/requests.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { ASK, COUNTED, type Counted, type Counts, type Told } from './counts.ts';

const COUNT = fileURLToPath(new URL('count.ts', import.meta.url));

/**
 * Number of times that each path is measured. Periodic work can only increase a count, so the
 * lowest one is right.
 */
const TIMES = 4;

/** The counts of one path, for a row of the table. */
export interface Row extends Told {
  readonly path: string;
}

/** Runs the measured part of a path once. Its preparation is not measured. */
type Go = () => Promise<unknown>;

interface Path {
  readonly prepare: (tpp: Tpp) => Go | Promise<Go>;
  /**
   * True if the path moves the clock to execute payments. The counts of a clock move without
   * payments are then subtracted.
   */
  readonly executes?: boolean;
}

/**
 * The operations that are most frequent or most expensive. Each runs alone, so that it shares no
 * commit with another.
 */
const PATHS: Readonly<Record<string, Path>> = {
  'GET of a consent': {
    async prepare(tpp) {
      const id = await tpp.consentFor(FILES.next());
      return () => tpp.readConsent(id);
    },
  },
  'POST of a consent': {
    prepare: (tpp) => () => registered(tpp, sampleOf('domestic-payments')),
  },
  'POST of a payment that waits': {
    prepare: (tpp) => paying(tpp, sampleOf('domestic-scheduled-payments')),
  },
  'domestic payment, to its end': {
    prepare: (tpp) => paidToItsEnd(tpp, sampleOf('domestic-payments')),
    executes: true,
  },
  'VRP, to its end': {
    prepare: (tpp) => paidToItsEnd(tpp, sampleOf('domestic-vrps')),
    executes: true,
  },
  'upload of 2 MB': {
    async prepare(tpp) {
      const file = FILES.next();
      const consentId = await tpp.consentFor(file);
      return () => tpp.upload(consentId, file);
    },
  },
  'file of 2 MB, consent to report': {
    prepare: (tpp) => () => tpp.pay(FILES.next(), () => tpp.settle()),
    executes: true,
  },
};

const FILES = new PaymentFiles({ maxBytes: TWO_MB }, 'ascii');

/** Runs every path in a built service. Returns the counts of each. */
export async function countPaths(): Promise<readonly Row[]> {
  const service = await startService({}, scratchDirectory(), ['--import', COUNT]);
  const tpp = await Tpp.signIn(service.origin, { connections: 1 });
  const step: Path = { prepare: () => () => tpp.settle() };
  await leastOf(service, tpp, step);
  const ofStep = await leastOf(service, tpp, step);
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(PATHS)) {
    const counts = await leastOf(service, tpp, path);
    rows.push({ path: name, ...(path.executes === true ? without(counts, ofStep) : counts) });
  }
  tpp.close();
  await service.stop();
  return rows;
}

/**
 * Returns the lowest value of each count, and the statements of the repetition with the fewest of
 * them.
 */
async function leastOf(service: Program, tpp: Tpp, { prepare }: Path): Promise<Told> {
  const turns: Told[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const go = await prepare(tpp);
    await askCounts(service);
    await go();
    turns.push(await askCounts(service));
  }
  const [fewest] = turns.toSorted((one, other) => one.statements.length - other.statements.length);
  const least = (what: Counted): number => Math.min(...turns.map(({ counts }) => counts[what]));
  return { counts: countsBy(least), statements: expectDefined(fewest, 'a turn').statements };
}

/** Asks the service for its counts since the previous time. */
async function askCounts(service: Program): Promise<Told> {
  service.process.send(ASK);
  const [message] = (await once(service.process, 'message')) as [Told];
  return message;
}

function without(total: Told, less: Told): Told {
  return { ...total, counts: countsBy((what) => total.counts[what] - less.counts[what]) };
}

function countsBy(of: (what: Counted) => number): Counts {
  return Object.fromEntries(COUNTED.map((what) => [what, of(what)])) as Counts;
}

function sampleOf(name: keyof typeof RESOURCES): Sample {
  return expectDefined(
    SAMPLES.find(({ family }) => family.name === name),
    `a sample of ${name}`,
  );
}

function registered(tpp: Tpp, { family, consent }: Sample): Promise<string> {
  return tpp.register(RESOURCES[family.name as keyof typeof RESOURCES], JSON.stringify(consent));
}

/** Creates and approves a consent. Returns a function that submits its payment. */
async function paying(tpp: Tpp, sample: Sample): Promise<Go> {
  const consentId = await registered(tpp, sample);
  const token = await tpp.approve(consentId);
  const resources = RESOURCES[sample.family.name as keyof typeof RESOURCES];
  return () => tpp.submit(resources, paymentBody(sample, consentId), token);
}

async function paidToItsEnd(tpp: Tpp, sample: Sample): Promise<Go> {
  const pay = await paying(tpp, sample);
  return async () => {
    await pay();
    await tpp.settle();
  };
}
