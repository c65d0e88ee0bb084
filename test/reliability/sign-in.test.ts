import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditLeft } from './shutdown.ts';
import { Checks } from './campaign.ts';
import { playSignIn } from './sign-in/play.ts';

/**
 * Options for one short attack. `npm run reliability -- sign-in` plays a longer one and measures
 * it.
 */
const SHORT = { attempts: 300, networks: 50, customers: 4, pause: 1000, seed: 1 };

test('customers can sign in and approve during an attack, and no attacker can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pis-sign-in-'));
  const { service, dataDirectory, visits, attack } = await playSignIn({
    ...{ ...SHORT, folder, tell: () => undefined },
  });
  const { code } = await service.stop();
  expect([code, service.lastWords]).toEqual([0, '']);
  const checks = new Checks(() => undefined);
  await auditLeft(dataDirectory, checks);
  expect(checks.failures).toEqual([]);
  rmSync(folder, { recursive: true });

  expect(visits.map(({ user, problem }) => [user, problem])).toEqual(
    ['customer-001', 'customer-002', 'customer-003', 'customer-004'].map((user) => [user, '']),
  );
  expect([attack.counts.unexpected, attack.surprise]).toEqual([0, '']);
  expect(attack.made).toBeGreaterThanOrEqual(SHORT.attempts);
  expect(attack.counts.refused).toBeGreaterThan(0);
}, 600_000);
