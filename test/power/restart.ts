import { setTimeout as wait } from 'node:timers/promises';
import { auditBooks } from '../crash/audit-disk.ts';
import { isUnderWay } from '../crash/statuses.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { dataOf, Tpp } from '../helpers/tpp.ts';
import type { KeptImage } from './cuts.ts';
import { AFTER_APPROVAL, sha256, type Fact } from './facts.ts';
import { bringPayment, LOAD_SETTINGS } from './load.ts';

/**
 * Maximum number of acknowledged facts to check. The newest are checked, because they are the most
 * likely to be lost.
 */
const ASKED = 60;

/** Maximum time until payments are finished, in milliseconds. */
const FINISHED_WITHIN_MS = 120_000;
const LOOK_PAUSE_MS = 20;

/** Story number of the additional payment. No record contains it. */
const AFTERWARDS = 10_000_019;

/**
 * Starts the service on a disk image, checks the acknowledged facts and makes one more payment.
 * Returns the problems found.
 */
export async function restartOn({ folder, facts }: KeptImage): Promise<readonly string[]> {
  const service = await ServiceProcess.start({ dataDirectory: folder, settings: LOAD_SETTINGS });
  const missing: string[] = [];
  try {
    const tpp = await Tpp.signIn(service.origin);
    for (const fact of facts.slice(-ASKED)) {
      if (!(await isThere(fact, tpp))) missing.push(`${fact.kind} ${fact.id} is not there.`);
    }
    if (!(await paysOnceMore(tpp))) missing.push('It pays no more.');
  } finally {
    const { code } = await service.stop();
    if (code !== 0 || service.lastWords !== '') {
      missing.push(`It stopped with ${String(code)}. ${service.lastWords}`);
    }
  }
  await auditBooks(folder);
  return missing;
}

async function isThere(fact: Fact, tpp: Tpp): Promise<boolean> {
  const { kind, resource, id } = fact;
  const path = `/${resource}/${id}`;
  if (kind === 'payment' || kind === 'finished') return isFinished(path, tpp);
  if (kind === 'file') {
    const { status, text } = await tpp.get(`${path}/file`);
    return status === 200 && sha256(text) === fact.sha256;
  }
  const seen = await tpp.get(path);
  if (seen.status !== 200) return false;
  return kind === 'consent' || AFTER_APPROVAL.has(dataOf(seen)['Status']);
}

/** Waits for a payment's final status. Returns false if it does not exist or takes too long. */
async function isFinished(path: string, tpp: Tpp): Promise<boolean> {
  const deadline = performance.now() + FINISHED_WITHIN_MS;
  while (performance.now() < deadline) {
    const seen = await tpp.get(path);
    if (seen.status !== 200) return false;
    if (!isUnderWay(dataOf(seen)['Status'])) return true;
    await wait(LOOK_PAUSE_MS);
  }
  return false;
}

async function paysOnceMore(tpp: Tpp): Promise<boolean> {
  const reported: Fact[] = [];
  await bringPayment(async ({ method, path, options, status, told: tell }) => {
    const reply = await tpp.call(method, path, options);
    if (reply.status !== status) return undefined;
    const fact = tell(reply);
    if (fact !== undefined) reported.push(fact);
    return reply;
  }, AFTERWARDS);
  const paid = reported.find(({ kind }) => kind === 'payment');
  return paid !== undefined && (await isFinished(`/${paid.resource}/${paid.id}`, tpp));
}
