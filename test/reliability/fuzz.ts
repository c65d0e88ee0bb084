import { Dice } from '../crash/random.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { seedOption } from '../helpers/command-line.ts';
import { Tpp } from '../helpers/tpp.ts';
import { LOAD_SETTINGS } from '../power/load.ts';
import { defineCampaign } from './campaign.ts';
import { endCleanly, readMetric } from './shutdown.ts';
import { sendChanged } from './fuzz/run.ts';
import { inMebibytes, Probe } from './probing.ts';

/** Interval at which the probe measures the service, in milliseconds. */
const PROBED_MS = 2000;

/** Limits of the service while it receives mutated requests. */
const EXPECTED = {
  /**
   * Maximum time for which the service's own work blocks the event loop, in milliseconds of
   * processor time.
   */
  stallMs: 1000,
  /**
   * Maximum growth of the heap after garbage collection, from the first sample to the last, in
   * bytes.
   */
  heapGrowthBytes: 64 * 2 ** 20,
  /** Maximum growth of the number of open file descriptors. */
  descriptors: 10,
} as const;

/** Sends mutations of valid requests to the service and checks every response. */
export const fuzz = defineCampaign({
  about: 'mutated valid requests: each has a response of the contract, and no resource leaks',
  options: {
    requests: { kind: 'number', default: 20_000, least: 1, about: 'number of requests' },
    seed: seedOption(),
  },
  seconds: ({ requests }) => 15 + requests / 400,
  run: async ({ requests, seed }, { folder, checks, tell }) => {
    const data = `${folder}/data`;
    const probe = new Probe(`${folder}/samples`, PROBED_MS);
    const settings = { ...LOAD_SETTINGS, ...probe.settings };
    const service = await ServiceProcess.start({ dataDirectory: data, settings });
    const tpp = await Tpp.signIn(service.origin);
    const { statuses, faults } = await sendChanged(tpp, {
      requests,
      dice: new Dice(seed, 'fuzz'),
      tell,
    });
    tell([...statuses].map(([status, times]) => `${status} × ${String(times)}`).join(', '));
    for (const [fault, { times, example }] of faults) {
      checks.holds(`no answer is ${fault}`, false, `${String(times)} are, such as to ${example}`);
    }
    checks.holds('every answer is of the contract', faults.size === 0, faults.size);
    await probe.next();
    const failures = await readMetric(service, 'pis_failures_total');
    checks.holds('nothing failed on our side', failures === 0, failures);
    const stall = Math.round(probe.most('processorMs'));
    checks.holds(
      'the event loop goes on',
      stall <= EXPECTED.stallMs,
      `${String(stall)} ms at most`,
    );
    const growth = probe.growth('heapBytes');
    const isHeld = growth <= EXPECTED.heapGrowthBytes;
    checks.holds('nothing is held for ever', isHeld, inMebibytes(growth));
    const descriptors = probe.growth('descriptors');
    checks.holds('no descriptor is left open', descriptors <= EXPECTED.descriptors, descriptors);
    await endCleanly(service, data, checks);
  },
});
