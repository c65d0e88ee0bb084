import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DAY_MS, formatInstant } from '../../src/shared/time.ts';
import { readClock } from '../crash/load.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { dataOf, Tpp } from '../helpers/tpp.ts';
import { auditImage, sha256, type Fact } from '../power/facts.ts';
import { CannotRun, defineCampaign, type Checks, type CliContext } from './campaign.ts';
import { endCleanly } from './shutdown.ts';
import { operate } from './operators.ts';

/** Number of days until every third file is due, and number of days until all files are paid. */
const DAYS_AHEAD = 3;
const DAYS_LATER = 7;

/** One in this many files is approved but not submitted. */
const UNSUBMITTED_EVERY = 7;

/** Maximum time until the older program refuses data of the newer one, in milliseconds. */
const REFUSED_WITHIN_MS = 120_000;

/**
 * Starts this build on the data of an older build, which was stopped or killed. Also checks that
 * the older build refuses the data of this one.
 */
export const upgrade = defineCampaign({
  about:
    'data of an older build, stopped and killed, served by this one; a downgrade must be refused',
  options: {
    files: { kind: 'number', default: 30, least: 7, about: 'number of files at the older build' },
    node: { kind: 'text', default: process.execPath, about: 'Node.js of the older build' },
  },
  operands: ['main.js of the older build'],
  seconds: ({ files }) => 2 * (20 + files / 3),
  run: async ({ files, node }, surroundings) => {
    const [old = ''] = surroundings.operands;
    if (!existsSync(old)) throw new CannotRun(`There is no ${old}: build the older version first.`);
    for (const ending of ['stopped', 'killed'] as const) {
      surroundings.tell(`data of a build that is ${ending}`);
      await tryUpgrade(
        { command: [node, old], files, isKilled: ending === 'killed' },
        surroundings,
      );
    }
  },
});

interface Older {
  readonly command: readonly [string, string];
  readonly files: number;
  readonly isKilled: boolean;
}

async function tryUpgrade(older: Older, { folder, checks }: CliContext): Promise<void> {
  const data = `${folder}/${older.isKilled ? 'killed' : 'stopped'}`;
  const laid = await seedDatabase(older, data, checks);
  const service = await ServiceProcess.start({ dataDirectory: data });
  const tpp = await Tpp.signIn(service.origin);
  const seen = await tpp.get('/file-payment-consents/none', { token: laid.token });
  checks.holds('a token that was given out is still good', seen.status === 400, seen.status);
  for (const { consentId, token } of laid.approved) {
    const paid = await tpp.submit(consentId, token);
    checks.holds('an approval can still be used', paid.status === 201, paid.status);
  }
  await tpp.moveClock(formatInstant(laid.now + DAYS_LATER * DAY_MS));
  const statuses = new Map<unknown, number>();
  for (const id of laid.payments) {
    const { Status } = await tpp.finished(id).catch(() => ({ Status: 'stuck' }));
    statuses.set(Status, (statuses.get(Status) ?? 0) + 1);
  }
  const areAll = statuses.get('InitiationCompleted') === laid.payments.length;
  checks.holds('every payment comes to its end', areAll, [...statuses]);
  await endCleanly(service, data, checks);
  const { lost, broken } = await auditImage(data, laid.facts);
  const [finding = `${String(laid.facts.length)} facts`] = [...lost, ...broken];
  checks.holds('it has what was acknowledged', lost.length + broken.length === 0, finding);
  const verified = await operate(data, ['audit', 'verify']);
  checks.holds('the audit log verifies', verified.code === 0, verified.said);
  tryDowngrade(older, data, checks);
}

interface VersionData {
  readonly now: number;
  /** The access token of a TPP. */
  readonly token: string;
  readonly facts: readonly Fact[];
  readonly payments: readonly string[];
  /** Approved consents that are submitted only after the upgrade. */
  readonly approved: readonly { readonly consentId: string; readonly token: string }[];
}

/**
 * Submits files to the older build. Some are scheduled for later, and some are approved but not
 * submitted.
 */
async function seedDatabase(
  older: Older,
  dataDirectory: string,
  checks: Checks,
): Promise<VersionData> {
  // Remove these settings, because builds without TLS listeners do not know them.
  const settings = { PIS_HTTPS_PORT: undefined, PIS_PAGES_PORT: undefined };
  const command = () => older.command;
  const service = await ServiceProcess.start({ dataDirectory, settings, command });
  const tpp = await Tpp.signIn(service.origin);
  const now = await readClock(tpp);
  const date = formatInstant(now + DAYS_AHEAD * DAY_MS);
  const facts: Fact[] = [];
  const payments: string[] = [];
  const approved: { consentId: string; token: string }[] = [];
  for (let number = 0; number < older.files; number += 1) {
    const file = bulkFile(1 + 3 * number, { EndToEndIdentification: `U${String(number)}` });
    const dated = number % 3 === 0 ? { RequestedExecutionDateTime: date } : {};
    const { consentId, token } = await tpp.approved(file, dated);
    const place = { resource: 'file-payment-consents', id: consentId };
    facts.push({ kind: 'consent', ...place }, { kind: 'file', sha256: sha256(file), ...place });
    if (number % UNSUBMITTED_EVERY === UNSUBMITTED_EVERY - 1) {
      approved.push({ consentId, token });
      continue;
    }
    const id = dataOf(await tpp.submit(consentId, token))['FilePaymentId'] as string;
    facts.push({ kind: 'payment', resource: 'file-payments', id });
    payments.push(id);
  }
  if (older.isKilled) await service.kill();
  else {
    const { code } = await service.stop();
    checks.holds('the older build stops with exit code 0', code === 0, code);
  }
  return { now, token: tpp.token, facts, payments, approved };
}

/** Checks that an older program refuses a newer database with a message of one line. */
function tryDowngrade({ command: [node, old] }: Older, data: string, checks: Checks): void {
  const { status, stderr } = spawnSync(node, [old], {
    encoding: 'utf8',
    timeout: REFUSED_WITHIN_MS,
    env: { PATH: process.env['PATH'], PIS_DATA_DIR: data, PIS_HTTP_PORT: '0' },
  });
  const isRefused = status === 2 && /^Not started: .*newer/.test(stderr);
  checks.holds('the older build refuses the newer data', isRefused, stderr.slice(0, 200));
}
