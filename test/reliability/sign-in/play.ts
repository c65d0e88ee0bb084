import { setTimeout as wait } from 'node:timers/promises';
import { expectDefined } from '../../../src/shared/assert.ts';
import { SECOND_MS } from '../../../src/shared/time.ts';
import { Dice } from '../../crash/random.ts';
import { Attack } from './attack.ts';
import { openBank, type SignInBank } from './bank.ts';
import { KINDS, VisitingCustomer, type CustomerResult } from './customers.ts';

/** Minimum and maximum time between the arrivals of two customers, in milliseconds. */
export const ARRIVAL_MS = { least: 1000, most: 2000 } as const;

/** Interval at which the attack's progress is reported, in milliseconds. */
const PROGRESS_MS = 5 * SECOND_MS;

export interface SignInOptions {
  /** An empty folder for the service's data. */
  readonly folder: string;
  readonly attempts: number;
  readonly networks: number;
  readonly customers: number;
  /** Time that an attacker waits between two attempts, in milliseconds. */
  readonly pause: number;
  readonly seed: number;
  readonly tell: (line: string) => void;
}

export interface SignInResult extends Pick<SignInBank, 'service' | 'dataDirectory'> {
  readonly visits: readonly CustomerResult[];
  readonly attack: Pick<Attack, 'counts' | 'made' | 'surprise'>;
  /** Duration of the attack, in milliseconds. */
  readonly attackMs: number;
}

/**
 * Starts a service and lets customers sign in during an attack. The caller must stop the service.
 */
export async function playSignIn(options: SignInOptions): Promise<SignInResult> {
  const { folder, attempts, networks, pause: pauseMs, tell } = options;
  const bank = await openBank(folder, {
    ...{ companies: options.customers, tppNetwork: networks + options.customers },
  });
  const customers = bank.companies.map((company, index) => {
    const kind = expectDefined(KINDS[index % KINDS.length], 'a kind');
    // Customers of the kind `clean network` get networks without attackers. All others share a
    // network with an attacker.
    const network = kind === 'clean network' ? networks + index : index % networks;
    return new VisitingCustomer(bank, company, kind, network);
  });
  for (const customer of customers) await customer.prepare();
  await bank.untilFreshCodes();
  tell(`${String(customers.length)} customers are prepared; the attack begins`);
  const began = performance.now();
  const attack = new Attack({ bank: bank.customers, attempts, networks, pauseMs });
  const progress = setInterval(() => {
    tell(inWords(attack));
  }, PROGRESS_MS);
  const visits = await receive(customers, options);
  await attack.end();
  clearInterval(progress);
  const attackMs = performance.now() - began;
  const { service, dataDirectory } = bank;
  return { service, dataDirectory, visits, attack, attackMs };
}

/** Starts the customers' visits one after the other. A slow visit does not delay the next one. */
async function receive(
  customers: readonly VisitingCustomer[],
  { seed, tell }: SignInOptions,
): Promise<readonly CustomerResult[]> {
  const dice = new Dice(seed, 'arrivals');
  const visits: Promise<CustomerResult>[] = [];
  for (const customer of customers) {
    await wait(dice.between(ARRIVAL_MS.least, ARRIVAL_MS.most));
    const visit = customer.visit().then((done) => {
      const { user, kind, signedInMs, tries, problem } = done;
      const time = `signed in after ${(signedInMs / SECOND_MS).toFixed(2)} s`;
      const again = tries > 1 ? `, ${String(tries)} tries` : '';
      const end = problem === '' ? 'approved' : `failed: ${problem}`;
      tell(`${user}, ${kind}: ${time}${again}, ${end}`);
      return done;
    });
    visits.push(visit);
  }
  return Promise.all(visits);
}

/** Returns one line with the counts of an attack. */
export function inWords({ made, counts }: Pick<Attack, 'made' | 'counts'>): string {
  const { refused, busy, limited } = counts;
  return (
    `${String(made)} attempts: ${String(refused)} checked and refused, ` +
    `${String(busy)} told to try again, ${String(limited)} refused by a limit of the listener`
  );
}
