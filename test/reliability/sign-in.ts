import { SECOND_MS } from '../../src/shared/time.ts';
import { seedOption } from '../helpers/command-line.ts';
import { CannotRun, defineCampaign, type Checks } from './campaign.ts';
import { endCleanly } from './shutdown.ts';
import { MAX_NETWORKS } from './sign-in/networks.ts';
import { KINDS, type CustomerResult } from './sign-in/customers.ts';
import { ARRIVAL_MS, inWords, playSignIn } from './sign-in/play.ts';

const EXPECTED = {
  /**
   * Maximum time from when a customer sends the password until the customer is signed in, in
   * milliseconds.
   */
  signedInMs: 3 * SECOND_MS,
} as const;

const MEAN_ARRIVAL_SECONDS = (ARRIVAL_MS.least + ARRIVAL_MS.most) / 2 / SECOND_MS;

/**
 * Attackers in many networks guess passwords. Meanwhile, customers sign in and approve payments.
 */
export const signIn = defineCampaign({
  about: 'customers sign in and approve while attackers in many networks guess passwords',
  options: {
    attempts: { kind: 'number', default: 5000, least: 1, about: 'failing sign-ins, at least' },
    networks: { kind: 'number', default: 500, least: 1, about: 'networks of the attackers' },
    pause: { kind: 'number', default: 1000, least: 0, about: 'ms between attempts of a network' },
    customers: { kind: 'number', default: 20, least: 1, about: 'customers, 3 kinds in turn' },
    seed: seedOption(),
  },
  seconds: ({ customers }) => 40 + customers * (1 + MEAN_ARRIVAL_SECONDS),
  run: async (values, { folder, checks, tell }) => {
    const { networks, customers, attempts } = values;
    if (networks + customers >= MAX_NETWORKS || customers > 999) {
      throw new CannotRun('Use fewer than 65,000 networks and at most 999 customers.');
    }
    const { least, most } = ARRIVAL_MS;
    tell(`a customer arrives every ${String(least)} to ${String(most)} ms during the attack`);
    const result = await playSignIn({ ...values, folder, tell });
    const { visits, attack, attackMs, service, dataDirectory } = result;
    const seconds = Math.round(attackMs / SECOND_MS);
    tell(`${inWords(attack)}, in ${String(seconds)} s`);
    for (const kind of KINDS) tell(summaryOf(visits, kind));
    checkVisits(visits, checks);
    const { unexpected } = attack.counts;
    checks.holds('no attempt of the attackers succeeds', unexpected === 0, attack.surprise);
    checks.holds('all attempts are made', attack.made >= attempts, attack.made);
    await endCleanly(service, dataDirectory, checks);
  },
});

/** Returns how many customers of a kind there were, and how long their sign-in took. */
function summaryOf(visits: readonly CustomerResult[], kind: CustomerResult['kind']): string {
  const times = visits
    .filter((visit) => visit.kind === kind && !Number.isNaN(visit.signedInMs))
    .map(({ signedInMs }) => signedInMs / SECOND_MS)
    .toSorted((one, other) => one - other);
  const median = times[Math.floor(times.length / 2)] ?? NaN;
  const most = times.at(-1) ?? NaN;
  const found = `median ${median.toFixed(2)} s, longest ${most.toFixed(2)} s`;
  return `${kind}: ${String(times.length)} customers signed in, ${found}`;
}

function checkVisits(visits: readonly CustomerResult[], checks: Checks): void {
  const { signedInMs: most } = EXPECTED;
  const late = visits.filter(({ signedInMs, problem }) => !(signedInMs <= most) || problem !== '');
  const all = String(visits.length);
  const within = `${String(most / SECOND_MS)} s`;
  const failures = late.map(({ user, kind, signedInMs, tries, problem }) => {
    const time = `${(signedInMs / SECOND_MS).toFixed(2)} s, ${String(tries)} tries`;
    return `${user} (${kind}): ${time}${problem === '' ? '' : `, ${problem}`}`;
  });
  checks.holds(
    `all ${all} customers sign in within ${within} each, and approve`,
    late.length === 0,
    late.length === 0
      ? `${all} of ${all} within ${within} each`
      : `${String(visits.length - late.length)} of ${all}; ${failures.join('; ')}`,
  );
}
