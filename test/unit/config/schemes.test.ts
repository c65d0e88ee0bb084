import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { INSTRUMENTS } from '../../../src/domain/schemes/schemes.ts';

const HUB = 'https://hub.bank.example:8443';
const BROKER = 'amqps://hub.bank.example';
const FILES = {
  PIS_HUB_CERTIFICATE: 'bank.crt',
  PIS_HUB_KEY: 'bank.key',
  PIS_HUB_CA: 'hub-ca.crt',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

describe('PIS_SCHEMES', () => {
  test.each([
    ['folder:/srv/hub', { kind: 'folder', folder: '/srv/hub' }, {}],
    [HUB, { kind: 'https', url: HUB }, FILES],
    [`${HUB}/`, { kind: 'https', url: HUB }, FILES],
    [`${HUB}/payments/v1`, { kind: 'https', url: `${HUB}/payments/v1` }, FILES],
    [`${BROKER}:5671/payments`, { kind: 'amqps', url: `${BROKER}:5671/payments` }, FILES],
    [`${BROKER}/`, { kind: 'amqps', url: BROKER }, FILES],
    ['amqps://[::1]:5671', { kind: 'amqps', url: 'amqps://[::1]:5671' }, FILES],
  ])('accepts %s for all schemes', (written, address, files) => {
    const read = readConfig({ PIS_SCHEMES: written, ...files });
    const exchanges = [{ name: 'default', address, instruments: INSTRUMENTS }];
    expect(read).toMatchObject({ config: { schemes: { kind: 'hub', exchanges } } });
  });

  test('is simulated by default', () => {
    for (const environment of [{}, { PIS_SCHEMES: 'simulated' }]) {
      expect(readConfig(environment)).toMatchObject({ config: { schemes: { kind: 'simulated' } } });
    }
  });

  test('names exchanges for single schemes', () => {
    const written = ` ${HUB}  BACS=folder:/srv/bacs\tCHAPS,SWIFT=https://hub.bank.example:9443/v1 `;
    const read = readConfig({ PIS_SCHEMES: written, ...FILES });
    const exchanges = [
      {
        ...{ name: 'default', address: { kind: 'https', url: HUB } },
        instruments: ['FPS', 'SEPA', 'SameDayEUR'],
      },
      {
        ...{ name: 'BACS', address: { kind: 'folder', folder: '/srv/bacs' } },
        instruments: ['BACS'],
      },
      {
        name: 'CHAPS,SWIFT',
        address: { kind: 'https', url: 'https://hub.bank.example:9443/v1' },
        instruments: ['CHAPS', 'SWIFT'],
      },
    ];
    expect(read).toMatchObject({ config: { schemes: { kind: 'hub', exchanges } } });
  });

  test.each([
    ['simulated BACS=folder:/b', ['Either all schemes are simulated']],
    ['folder:/a BACS=simulated', ['Either all schemes are simulated']],
    ['BACS=folder:/b', ['Expected the default exchange first']],
    ['folder:/a folder:/b', ['Expected schemes and their exchange in part 2']],
    ['folder:/a BACS folder:/b', ['in part 2', 'in part 3']],
    ['folder:/a BACS:folder:/b', ['in part 2']],
    ['folder:/a bacs=folder:/b', ['"bacs" is not a scheme. Expected one of FPS, SWIFT, SEPA']],
    ['folder:/a BACS,=folder:/b', ['"" is not a scheme']],
    ['folder:/a BACS=', ['Expected simulated, folder:/path']],
    ['folder:/a BACS=folder:/b FPS,BACS=folder:/c', ['BACS is named twice']],
    ['folder:/a BACS,BACS=folder:/b', ['BACS is named twice']],
    ['folder:/a BACS=folder:/x/../a/', ['default and BACS have the same address']],
    ['folder:/a BACS=folder:/b FPS=folder:/b', ['BACS and FPS have the same address']],
    [`${HUB} BACS=https://HUB.bank.example:8443/`, ['default and BACS have the same address']],
    [
      `${BROKER}/a BACS=amqps://HUB.bank.example:5671/a`,
      ['default and BACS have the same address'],
    ],
    ['folder:/a BACS=https://user:secret@hub.example', ['Expected no user and no password']],
    ['folder:/a https://user:secret@hub.example/a=b', ['in part 2']],
    [
      'http://hub.example FPS=folder:/b bacs=folder:/b FPS=simulated',
      [
        'Expected simulated, folder',
        '"bacs" is not',
        'Either all',
        'FPS is named twice',
        'FPS and bacs',
      ],
    ],
  ])('rejects %s with all its faults', (written, expected) => {
    const problems = problemsOf({ PIS_SCHEMES: written });
    expect(problems).toHaveLength(expected.length);
    for (const text of expected) expect(problems.join('\n')).toContain(text);
    expect(problems.join('\n')).not.toContain('secret');
  });

  test('requires the files for TLS if one of several exchanges uses HTTPS', () => {
    const problems = problemsOf({ PIS_SCHEMES: `folder:/a BACS=${HUB}` });
    expect(problems.filter((text) => text.includes('is required'))).toHaveLength(3);
    expect(problemsOf({ PIS_SCHEMES: `folder:/a BACS=${HUB}`, ...FILES })).toEqual([]);
  });

  test.each([
    ['http://hub.bank.example', 'Expected simulated, folder:/path, https://hub'],
    ['folder:', 'Expected simulated, folder:/path, https://hub'],
    ['https://', 'Expected simulated, folder:/path, https://hub'],
    ['https://user:secret@hub.bank.example', 'Expected no user and no password'],
    ['amqp://hub.bank.example', 'Expected simulated, folder:/path, https://hub'],
    ['amqps://', 'Expected only a host, a port and a virtual host'],
    ['amqps://user:secret@hub.bank.example', 'Expected no user and no password'],
    [`${BROKER}:99999`, 'or amqps://broker.bank.example:5671/vhost'],
    [`${BROKER}/a/b`, 'Expected only a host, a port and a virtual host'],
    [`${BROKER}/..`, 'Expected only a host, a port and a virtual host'],
    [`${BROKER}/a?heartbeat=0`, 'Expected only a host, a port and a virtual host'],
    [`${HUB}?bank=1`, 'Expected only a host, a port and a path'],
    [`${HUB}/#top`, 'Expected only a host, a port and a path'],
    [`${HUB}/a/../b`, 'Expected only a host, a port and a path'],
    [`${HUB}/a//b`, 'Expected only a host, a port and a path'],
  ])('rejects %s', (written, problem) => {
    const problems = problemsOf({ PIS_SCHEMES: written });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
    expect(problems[0]).not.toContain('secret');
  });

  test('requires the files for a broker, but not for several virtual hosts twice', () => {
    const problems = problemsOf({ PIS_SCHEMES: `${BROKER}/a BACS=${BROKER}/b` });
    expect(problems).toEqual(
      Object.keys(FILES).map((name) => `${name} is required with PIS_SCHEMES=amqps://….`),
    );
  });

  test('reports all missing files of an https address at once', () => {
    expect(problemsOf({ PIS_SCHEMES: HUB })).toEqual([
      'PIS_HUB_CERTIFICATE is required with PIS_SCHEMES=https://….',
      'PIS_HUB_KEY is required with PIS_SCHEMES=https://….',
      'PIS_HUB_CA is required with PIS_SCHEMES=https://….',
    ]);
  });

  test('needs the names of the bank in the secure profile', () => {
    const problems = problemsOf({ PIS_PROFILE: 'secure', PIS_SCHEMES: HUB, ...FILES });
    expect(problems.slice(1)).toEqual([
      'PIS_BANK_BIC is required with PIS_SCHEMES=https://….',
      'PIS_BACS_SERVICE_USER_NUMBER is required with PIS_SCHEMES=https://….',
    ]);
    const named = { PIS_BANK_BIC: 'NRTHGB2L', PIS_BACS_SERVICE_USER_NUMBER: '123456' };
    expect(readConfig(named)).toMatchObject({
      config: { bankBic: 'NRTHGB2L', serviceUserNumber: '123456' },
    });
  });

  test('reports files that have no effect', () => {
    expect(problemsOf({ PIS_SCHEMES: 'folder:/srv/hub', PIS_HUB_KEY: 'bank.key' })).toEqual([
      'PIS_HUB_KEY has an effect only with PIS_SCHEMES=https://… or amqps://….',
    ]);
  });
});
