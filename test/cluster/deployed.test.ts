import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { deployed, deployedSettings } from './deployed.ts';

const UNITS = {
  'payment-initiation-service.service': 'service/payment-initiation-service.service',
  'payments-backup.service': 'database/backup.service',
  'payments-backup.timer': 'database/backup.timer',
};

const ANALYSE = '/usr/bin/systemd-analyze';

/**
 * Runs `systemd-analyze` for the units in deploy/ and returns its output. Programs that exist on
 * this machine replace the ones that the units start.
 */
function analyse(...args: string[]): { readonly status: number | null; readonly said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pis-units-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [name, path] of Object.entries(UNITS)) {
    const text = deployed(path)
      .replace('=/usr/lib/payment-initiation-service/bin/node', '=/bin/true')
      .replace('=/usr/bin/pgbackrest', '=/bin/true');
    writeFileSync(join(folder, name), text);
  }
  const units = Object.keys(UNITS).map((name) => join(folder, name));
  const { status, stdout, stderr } = spawnSync(
    ANALYSE,
    [...args, ...(args.includes('verify') ? units : units.slice(0, 1))],
    { encoding: 'utf8', env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } },
  );
  return { status, said: `${stdout}${stderr}` };
}

describe('the settings of deploy/', () => {
  test('are valid settings of the service', () => {
    expect(readConfig(deployedSettings('service/service.env'))).toHaveProperty('config');
  });

  test('in compose.yaml are valid settings of the sandbox', () => {
    const text = deployed('compose.yaml');
    const [, block = ''] = /environment: &settings\n((?: {4}\w+: .*\n)+)/.exec(text) ?? [];
    const settings = Object.fromEntries(
      [...block.matchAll(/^ {4}(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>;
    expect(Object.keys(settings)).toContain('PIS_DATABASE_URL');
    expect(readConfig(settings)).toHaveProperty('config');
  });

  test('in compose.yaml use a database role that owns nothing, after its owner has migrated', () => {
    const text = deployed('compose.yaml');
    const user = (address = ''): string => new URL(address).username;
    const service = user(/PIS_DATABASE_URL: (\S+)/.exec(text)?.[1]);
    const owner = user(/--owner (\S+)/.exec(text)?.[1]);
    expect(text).toContain(`POSTGRES_USER: ${owner},`);
    expect(owner).not.toBe(service);
    expect(deployed('database/compose-role.sql')).toContain(`CREATE ROLE ${service} LOGIN`);
    expect(text).toMatch(/node-1:\n.*\n.*\n.*\n +migrate: \{ condition: service_completed_/);
  });

  test('are checked for unknown names', () => {
    const settings = { ...deployedSettings('service/service.env'), PIS_STOER: 'sqlite' };
    expect(readConfig(settings)).toHaveProperty('problems');
  });
});

describe('the images of deploy/', () => {
  const DIGEST = /@sha256:[0-9a-f]{64}$/;

  test('in compose.yaml have a digest, or are ours and never pulled', () => {
    const text = deployed('compose.yaml');
    const images = [...text.matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image);
    const { version } = JSON.parse(deployed('../package.json')) as { version: string };
    const ours = `payment-initiation-service:${version}`;
    expect(text).toContain(`  image: ${ours}\n  pull_policy: never\n`);
    const others = images.filter((image) => image !== ours);
    expect(others).toHaveLength(3);
    for (const image of others) expect(image).toMatch(DIGEST);
  });
});

describe('the database of deploy/', () => {
  test('verifies the certificate and name of the primary, and presents its own certificate', () => {
    const settings = deployedSettings('database/patroni.env');
    for (const role of ['SUPERUSER', 'REPLICATION']) {
      expect(settings[`PATRONI_${role}_SSLMODE`]).toBe('verify-full');
      expect(settings).toHaveProperty(`PATRONI_${role}_SSLROOTCERT`);
      expect(settings).toHaveProperty(`PATRONI_${role}_SSLCERT`);
    }
  });

  test('refuses clients without TLS, and superusers and standbys without a certificate', () => {
    const [, rules = ''] = /pg_hba:\n((?: {4}.*\n)+)/.exec(deployed('database/patroni.yml')) ?? [];
    const lines = rules.split('\n').filter((line) => /^ {4}- /.test(line));
    expect(lines.filter((line) => !/- (local|hostssl) /.test(line))).toEqual([]);
    const powerful = lines.filter((line) => /- hostssl \S+ (postgres|replicator) /.test(line));
    expect(powerful).toHaveLength(2);
    for (const line of powerful) expect(line).toMatch(/ scram-sha-256 clientcert=verify-ca$/);
  });
});

describe('the units of deploy/ that handle data', () => {
  test.each(['service/payment-initiation-service.service', 'database/backup.service'])(
    '%s leaves no core dump',
    (path) => {
      expect(deployedSettings(path)).toHaveProperty('LimitCORE', '0');
    },
  );
});

describe.skipIf(!existsSync(ANALYSE))('the units of deploy/', () => {
  test('are valid for systemd', () => {
    expect(analyse('verify', '--recursive-errors=no')).toEqual({ status: 0, said: '' });
  });

  test('grant the service few unneeded privileges', () => {
    const { status, said: output } = analyse(
      'security',
      '--offline=yes',
      '--threshold=20',
      '--no-pager',
    );
    expect(output).toContain('payment-initiation-service.service');
    expect(status, output).toBe(0);
  });
});
