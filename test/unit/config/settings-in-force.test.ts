import { describe, expect, it } from 'vitest';
import { nodeNameOf } from '../../../src/config/node-name.ts';
import { SECURE_SETTINGS } from '../../../src/config/secure-settings.ts';
import { SETTINGS } from '../../../src/config/settings.ts';
import { settingsInForce, withSettingNames } from '../../../src/config/settings-in-force.ts';

const find = (environment: Record<string, string>, variable: string) =>
  settingsInForce(environment).find((one) => one.variable === variable);

describe('settingsInForce', () => {
  it('returns the value and the source of each setting', () => {
    const environment = { PIS_RATE_BURST: '7' };
    expect(find(environment, 'PIS_RATE_BURST')).toEqual({
      variable: 'PIS_RATE_BURST',
      ...{ value: '7', source: 'environment', isSecret: false, isLimit: true },
      meaning: 'requests that a TPP may send at once',
    });
    expect(find({}, 'PIS_RATE_BURST')).toMatchObject({ value: '100', source: 'default' });
    expect(find({}, 'PIS_FILE_BACS')).toMatchObject({ value: 'on', isLimit: false });
    expect(find({}, 'PIS_BANK_NAME')).toMatchObject({ value: null, source: 'default' });
    expect(find({}, 'PIS_NODE')?.value).toBe(nodeNameOf({}));
    expect(find({}, 'PIS_KEYS_DIR')?.value).toBe('./data/pki');
    expect(find({ PIS_DATA_DIR: '/srv' }, 'PIS_KEYS_DIR')?.value).toBe('/srv/pki');
    expect(find({ PIS_PROFILE: 'secure' }, 'PIS_KEYS_DIR')?.value).toBeNull();
    expect(find({}, 'PIS_REQUEST_SIGNATURES')).toMatchObject({ source: 'profile' });
    expect(find({}, 'PIS_PROFILE')?.meaning).toMatch(/^sandbox has test data/);
  });

  it('returns the limits first', () => {
    const limits = settingsInForce({}).map(({ isLimit }) => isLimit);
    expect(limits.indexOf(false)).toBe(limits.lastIndexOf(true) + 1);
  });

  it('contains the settings of the secure profile only with this profile', () => {
    const all = { ...SETTINGS, ...SECURE_SETTINGS };
    expect(settingsInForce({})).toHaveLength(Object.keys(SETTINGS).length);
    expect(settingsInForce({ PIS_PROFILE: 'secure' })).toHaveLength(Object.keys(all).length);
  });

  it('contains no secret, and no user name or password of an address', () => {
    const environment = {
      PIS_S3_ACCESS_KEY: 'hidden0',
      PIS_S3_SECRET_KEY: 'hidden1',
      PIS_DATABASE_URL: 'postgres://hidden2:hidden3@db.example/bank?sslpassword=hidden4',
      PIS_SCHEMES: 'amqps://hidden5:hidden6@hub.example/vhost',
    };
    const found = settingsInForce(environment);
    expect(JSON.stringify(found)).not.toContain('hidden');
    expect(find(environment, 'PIS_S3_SECRET_KEY')).toMatchObject({ value: null, isSecret: true });
    expect(find({}, 'PIS_S3_SECRET_KEY')).toMatchObject({ value: null, isSecret: false });
    expect(find(environment, 'PIS_DATABASE_URL')?.value).toContain('@db.example/bank');
  });

  it('shows a value with an at sign that is no URL', () => {
    const groups = 'payments-read@corp.example=read,payments-ops@corp.example=operate approve';
    const environment = { PIS_CONSOLE_IDP_GROUPS: groups };
    expect(find(environment, 'PIS_CONSOLE_IDP_GROUPS')?.value).toBe(groups);
  });

  it('shows no setting whose name says that it is a secret, unless it names a file', () => {
    const names = Object.values({ ...SETTINGS, ...SECURE_SETTINGS }).map((one) => one.variable);
    const suspects = names.filter((name) => /SECRET|PASSWORD|TOKEN/.test(name));
    const environment = Object.fromEntries(suspects.map((name) => [name, 'hidden']));
    const shown = suspects.filter((name) => find(environment, name)?.isSecret === false);
    expect(shown.filter((name) => !name.endsWith('_FILE'))).toEqual([]);
  });
});

it('names the settings of the paths in a text', () => {
  const inForce = settingsInForce({
    PIS_PROFILE: 'secure',
    PIS_DATA_DIR: '/srv/data',
    PIS_TLS_CERTIFICATE_FILE: '/srv/data/tls.pem',
    PIS_TLS_KEY_FILE: '/srv/key.pem',
  });
  const named = (text: string) => withSettingNames(text, inForce);
  expect(named('/srv/data/tls.pem and /srv/key.pem differ.')).toBe(
    'PIS_TLS_CERTIFICATE_FILE, PIS_TLS_KEY_FILE: /srv/data/tls.pem and /srv/key.pem differ.',
  );
  expect(named('/srv/data is full.')).toBe('PIS_DATA_DIR: /srv/data is full.');
  const complete = 'PIS_TLS_KEY_FILE=/srv/key.pem is wrong.';
  expect(named(complete)).toBe(complete);
  expect(named('secure')).toBe('secure');
  for (const longer of ['/srv/key.pem.old', '/srv/key.pem-2', '/srv/data/x', '/srv/database']) {
    expect(named(`${longer} is wrong.`)).toBe(`${longer} is wrong.`);
  }
  expect(named('Cannot read /srv/key.pem.')).toBe('PIS_TLS_KEY_FILE: Cannot read /srv/key.pem.');
});
