import { describe, expect, test } from 'vitest';
import { readConfig, type Config } from '../../src/config.ts';

function configOf(environment: Record<string, string>): Config {
  const read = readConfig(environment);
  if ('problems' in read) throw new Error(read.problems.join(' '));
  return read.config;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

/** Every setting: its name, a value as it is written, and what it comes to. */
const SETTINGS: readonly [string, string, Partial<Config>][] = [
  ['PIS_PROFILE', 'sandbox', { profile: 'sandbox' }],
  ['PIS_HTTP_PORT', '8081', { httpPort: 8081 }],
  ['PIS_HTTP_PORT', '0', { httpPort: 0 }],
  ['PIS_HTTPS_PORT', '9443', { httpsPort: 9443 }],
  ['PIS_DATA_DIR', '/var/lib/pis', { dataDirectory: '/var/lib/pis' }],
  ['PIS_LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  [
    'PIS_PUBLIC_HOSTS',
    ' Pay.Example , ,api.example',
    { publicHosts: ['pay.example', 'api.example'] },
  ],
  ['PIS_RATE_PER_SECOND', '10', { ratePerSecond: 10 }],
  ['PIS_RATE_BURST', '5', { rateBurst: 5 }],
  ['PIS_BODY_MAX_BYTES', '1000', { bodyMaxBytes: 1000 }],
  ['PIS_FILE_MAX_BYTES', '52428800', { fileMaxBytes: 52_428_800 }],
  ['PIS_FILE_READER', 'exact', { fileReader: 'exact' }],
  ['PIS_FILE_READER', 'stream', { fileReader: 'stream' }],
  ['PIS_HORIZON_DAYS', '30', { horizonDays: 30 }],
  ['PIS_FILE_BACS', 'off', { bacsAccepted: false }],
  ['PIS_FILE_UPLOADS_PER_TPP', '2', { uploadsPerTpp: 2 }],
  ['PIS_FILE_THREADS', '3', { fileThreads: 3 }],
  ['PIS_FILE_QUEUE', '8', { fileQueueJobs: 8 }],
  ['PIS_REQUEST_TIMEOUT_SECONDS', '7', { requestTimeoutSeconds: 7 }],
  ['PIS_MAX_CONNECTIONS', '9', { maxConnections: 9 }],
  ['PIS_BANK_NAME', 'Northbank', { bankName: 'Northbank' }],
];

describe('settings', () => {
  test('are those of the specification without any in the environment', () => {
    expect(configOf({ PATH: '/bin' })).toEqual({
      profile: 'sandbox',
      httpPort: 8080,
      httpsPort: 8443,
      dataDirectory: './data',
      logLevel: 'info',
      publicHosts: [],
      ratePerSecond: 200,
      rateBurst: 100,
      bodyMaxBytes: 102_400,
      fileMaxBytes: 2_097_152,
      fileReader: 'fast',
      horizonDays: 365,
      bacsAccepted: true,
      uploadsPerTpp: 16,
      fileThreads: 0,
      fileQueueJobs: 256,
      requestTimeoutSeconds: 120,
      maxConnections: 2000,
    });
  });

  test.each(SETTINGS)(
    '%s=%s is understood, and changes nothing else',
    (name, written, expected) => {
      expect(configOf({ [name]: written })).toEqual({ ...configOf({}), ...expected });
    },
  );

  test('each have their test', () => {
    const tested = Object.assign({}, ...SETTINGS.map(([, , expected]) => expected)) as object;
    expect(Object.keys(tested).sort()).toEqual(Object.keys(configOf({})).sort());
  });

  test.each([
    ['PIS_PROFILE', 'production'],
    ['PIS_PROFILE', 'secure'],
    ['PIS_HTTP_PORT', '65536'],
    ['PIS_HTTP_PORT', '-1'],
    ['PIS_HTTP_PORT', ''],
    ['PIS_HTTP_PORT', '0x50'],
    ['PIS_HTTP_PORT', 'http'],
    ['PIS_HTTPS_PORT', '84.43'],
    ['PIS_DATA_DIR', ''],
    ['PIS_LOG_LEVEL', 'loud'],
    ['PIS_RATE_PER_SECOND', '0'],
    ['PIS_RATE_PER_SECOND', '1e3'],
    ['PIS_RATE_BURST', '-100'],
    ['PIS_RATE_BURST', ' '],
    ['PIS_BODY_MAX_BYTES', '1.5'],
    ['PIS_FILE_MAX_BYTES', '2MB'],
    ['PIS_FILE_MAX_BYTES', '99999999999999999999'],
    ['PIS_FILE_READER', 'Fast'],
    ['PIS_HORIZON_DAYS', 'NaN'],
    ['PIS_BANK_NAME', ''],
    ['PIS_BANK_NAME', 'North bank'],
    ['PIS_FILE_BACS', 'true'],
    ['PIS_FILE_UPLOADS_PER_TPP', '0'],
    ['PIS_FILE_THREADS', '65'],
    ['PIS_FILE_THREADS', ''],
    ['PIS_FILE_QUEUE', 'Infinity'],
    ['PIS_REQUEST_TIMEOUT_SECONDS', '0'],
    ['PIS_MAX_CONNECTIONS', 'null'],
  ])('%s=%s is refused in one line that names it', (name, written) => {
    const problems = problemsOf({ [name]: written });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}=${written}[^\n]*\\.$`));
  });

  test('that are none of ours are refused, because somebody believes in them', () => {
    expect(problemsOf({ PIS_FILE_MAX_BYTE: '1', PIS_: '', pis_http_port: '1' })).toEqual([
      'PIS_FILE_MAX_BYTE is not a setting of this service.',
      'PIS_ is not a setting of this service.',
    ]);
  });

  test('are judged all together', () => {
    expect(problemsOf({ PIS_PROFILE: 'secure', PIS_HTTP_PORT: 'x', PIS_X: '' })).toHaveLength(3);
  });
});
