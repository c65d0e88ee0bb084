import { SANDBOX_SEED } from '../../sandbox/seed.ts';
import { knownAccounts } from '../../simulators/payee/names.ts';
import { openReferencePayee } from '../../simulators/payee/server.ts';
import { openReferenceScreening } from '../../simulators/screening/server.ts';
import type { CliContext } from '../program.ts';
import { untilStopped } from '../until-stopped.ts';

interface Options {
  readonly port: number;
  readonly delay: number;
  readonly errorEvery: number;
}

/** Runs the reference Confirmation of Payee service until SIGTERM or SIGINT. */
export async function runReferencePayee(
  { print }: CliContext,
  { port, delay: delayMs, errorEvery }: Options,
): Promise<null> {
  const customers = new Map(SANDBOX_SEED.customers.map((customer) => [customer.id, customer]));
  const own = SANDBOX_SEED.accounts.flatMap(({ number, customerId }) => {
    const customer = customers.get(customerId);
    if (customer === undefined) return [];
    const kind = customer.segment === 'retail' ? 'personal' : 'business';
    return [[number, { name: customer.name, kind }] as const];
  });
  const accounts = knownAccounts(own);
  const service = await openReferencePayee({ port, delayMs, errorEvery, accounts });
  const stopped = untilStopped();
  print(`The reference Confirmation of Payee service listens on ${service.url}.`);
  print(`Start the service with PIS_PAYEE_CONFIRMATION=${service.url}. Stop this with Ctrl+C.`);
  await stopped;
  await service.close();
  return null;
}

/** Runs the reference screening until SIGTERM or SIGINT. */
export async function runReferenceScreening(
  { print }: CliContext,
  { port, delay: delayMs, errorEvery }: Options,
): Promise<null> {
  const service = await openReferenceScreening({ port, delayMs, errorEvery });
  const stopped = untilStopped();
  print(`The reference screening listens on ${service.url}.`);
  print(`Start the service with PIS_SCREENING=${service.url}. Stop this with Ctrl+C.`);
  await stopped;
  await service.close();
  return null;
}
