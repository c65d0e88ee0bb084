import { auditBooks } from '../crash/audit-disk.ts';
import type { ServiceProcess } from '../crash/service-process.ts';
import type { Checks } from './campaign.ts';

/**
 * Stops the service and audits its data. Fails if it does not end cleanly, or if it has logged
 * failures other than the expected ones.
 */
export async function endCleanly(
  service: ServiceProcess,
  dataDirectory: string,
  checks: Checks,
  expected?: RegExp,
): Promise<void> {
  const lines = service.lastWords.split('\n');
  const words = lines.filter((line) => expected?.test(line) !== true).join('\n');
  checks.holds('it has reported no failure', words === '', words);
  const { code, signal } = await service.stop();
  checks.holds('it stops with exit code 0', code === 0, { code, signal });
  await auditLeft(dataDirectory, checks);
}

/** Checks the accounts and the audit log of a stopped service. */
export async function auditLeft(dataDirectory: string, checks: Checks): Promise<void> {
  const problem = await auditBooks(dataDirectory).then(() => '', String);
  checks.holds('the books balance, and the audit log is unbroken', problem === '', problem);
}

/** Reads a value from the service's metrics. Returns NaN if there is no such metric. */
export async function readMetric({ origin }: ServiceProcess, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? NaN);
}
