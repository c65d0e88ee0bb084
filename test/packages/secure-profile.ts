import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareBank, type RealBank } from '../contract/access/real-bank.ts';
import { freePort } from '../helpers/free-port.ts';
import type { DebianRoot } from './debian-root.ts';
import { askWithoutCertificate, paySecurely } from './secure-bank.ts';
import { start, startReady } from './started.ts';

const NAME = 'payment-initiation-service';
const ETC = `/etc/${NAME}`;
const DATA = `/var/lib/${NAME}`;

/** Settings whose files the operator copies to the path that `service.env` suggests. */
const FILES = ['PIS_DIRECTORY_KEYS_FILE', 'PIS_BANK_FILE'].concat(
  ['CERTIFICATE', 'KEY'].map((kind) => `PIS_TLS_${kind}_FILE`),
  ['CA', 'CRL'].map((kind) => `PIS_CLIENT_${kind}_FILE`),
);

/** Settings that stay as `service.env` suggests them. */
const AS_SUGGESTED = [...FILES, 'PIS_SIGNING_KEYS_FILE', 'PIS_BANK_TITLE'];

/**
 * Tests the secure profile of an installed package by the steps of docs/installation.md.
 * Afterwards, the settings and the data folder are as before, but the signing keys remain.
 */
export function testSecureProfile(rootOf: () => DebianRoot): void {
  describe('with the secure profile', () => {
    let root: DebianRoot;
    let bank: RealBank;
    let suggested = '';
    let changed: Readonly<Record<string, string>> = {};
    const settingsFile = () => root.path(`${ETC}/service.env`);
    const startUnit = () => start(root.unitCommand(`${NAME}.service`));

    /** Copies a file into the root file system, as `installation.md` describes. */
    const installFile = (from: string, to: string): void => {
      const copy = `/root/${basename(to)}`;
      copyFileSync(from, root.path(copy));
      root.run('install', '-m', '640', '-g', 'payments', copy, to);
    };

    /** Removes the `#` before settings, and replaces the values of some. */
    const configure = (changed: Readonly<Record<string, string>>): void => {
      const added = Object.entries(changed).filter(([name]) => !suggested.includes(`#${name}=`));
      const lines = suggested.split('\n').map((line) => {
        const [, name = ''] = /^#(PIS_\w+)=/.exec(line) ?? [];
        if (name in changed) return `${name}=${changed[name] ?? ''}`;
        return AS_SUGGESTED.includes(name) ? line.slice(1) : line;
      });
      const all = [...lines, ...added.map((setting) => setting.join('='))];
      writeFileSync(settingsFile(), `${all.join('\n')}\n`);
    };

    /** Settings of the addresses and the directory. */
    const addresses = async (): Promise<Record<string, string>> => {
      const { settings } = bank;
      const names = ['PIS_HTTPS_PORT', 'PIS_PAGES_PORT', 'PIS_API_URL', 'PIS_ISSUER_URL'];
      const own = [...names, 'PIS_ORGANISATION_ID'].map((name) => [name, settings[name] ?? '']);
      return {
        ...(Object.fromEntries(own) as Record<string, string>),
        ...{ PIS_HTTP_PORT: String(await freePort()), PIS_DIRECTORY: `${ETC}/directory.json` },
      };
    };

    beforeAll(async () => {
      root = rootOf();
      bank = await prepareBank();
      suggested = readFileSync(settingsFile(), 'utf8');
      for (const name of FILES) {
        const [, to = ''] = new RegExp(`^#${name}=(.*)$`, 'm').exec(suggested) ?? [];
        installFile(bank.settings[name] ?? '', to);
      }
      installFile(bank.settings['PIS_DIRECTORY'] ?? '', `${ETC}/directory.json`);
      changed = await addresses();
      configure(changed);
    });
    afterAll(() => {
      writeFileSync(settingsFile(), suggested);
      emptyDataFolder();
      rmSync(bank.directory, { recursive: true });
    });

    test('creates the first signing key, which only the user of the service can read', () => {
      expect(root.run('pisctl', 'keys', 'list')).toContain('Create the first: pisctl keys add');
      expect(root.run('pisctl', 'keys', 'add')).toContain('It is the signing key.');
      const keys = `${ETC}/keys/signing-keys.json`;
      const { uid, mode } = statSync(root.path(keys));
      expect([uid, mode & 0o777]).toEqual([statSync(root.path(DATA)).uid, 0o600]);
      root.run('adduser', '--quiet', '--system', '--ingroup', 'payments', 'member');
      const asMember = ['setpriv', '--reuid=member', '--regid=payments', '--clear-groups'];
      expect(root.run(...asMember, 'cat', `${ETC}/service.env`)).toContain('PIS_PROFILE=secure');
      expect(() => root.run(...asMember, 'cat', keys)).toThrow('Permission denied');
      expect(() => root.run(...asMember, 'pisctl', 'keys', 'list')).toThrow(
        'is not accessible for this user. Run the command as the user of the service',
      );
      expect(() => root.run(...asMember, 'pisctl', 'work', 'list')).toThrow(
        'Run the command as the user of the service, or as root.',
      );
    });

    test('refuses a file that its user cannot read, and names the setting', async () => {
      const key = root.path(`${ETC}/tls-key.pem`);
      root.run('chmod', '600', `${ETC}/tls-key.pem`);
      const refused = await startUnit();
      root.run('chmod', '640', `${ETC}/tls-key.pem`);
      expect(statSync(key).mode & 0o777).toBe(0o640);
      expect(refused).toMatchObject({ code: 2 });
      expect(refused).toHaveProperty(
        'output',
        expect.stringMatching(/^Not started: PIS_TLS_KEY_FILE: EACCES[^\n]+\n$/),
      );
    });

    const emptyDataFolder = () => root.run('find', DATA, '-mindepth', '1', '-delete');

    const payAtService = async (): Promise<void> => {
      const service = await startReady(root.unitCommand(`${NAME}.service`));
      try {
        await expect(askWithoutCertificate(bank)).rejects.toThrow();
        expect(await paySecurely(bank)).toEqual([
          'AcceptedCreditSettlementCompleted',
          'InitiationCompleted',
        ]);
        expect(root.run('pisctl', 'tpp', 'list')).toContain('1 listed.');
      } finally {
        expect(await service.stop()).toBe(0);
      }
    };

    test('refuses a client without a certificate, and pays with one', payAtService);

    test('does the same with the PostgreSQL of Debian and a shared key', async () => {
      await root.withPostgres(async (port) => {
        emptyDataFolder();
        const password = `${ETC}/database-password`;
        writeFileSync(root.path('/root/password'), 'secret\n');
        root.run('install', '-m', '640', '-g', 'payments', '/root/password', password);
        configure({
          ...changed,
          PIS_DATABASE_URL: `postgres://payments@127.0.0.1:${port}/payments`,
          PIS_DATABASE_PASSWORD_FILE: password,
          PIS_KEYS_DIR: `${ETC}/keys`,
        });
        expect(root.run('pisctl', 'shared-keys', 'add')).toContain('the first key');
        await payAtService();
        expect(existsSync(root.path(`${DATA}/service.db`))).toBe(false);
      });
    });
  });
}
