import { describe, expect, test } from 'vitest';
import { CONSOLE_SETTINGS } from '../../../src/config/console-settings.ts';
import { MONITORING_SETTINGS } from '../../../src/config/monitoring-settings.ts';
import { problemsOfSettings, readConfig, type Config } from '../../../src/config/config.ts';

/** Returns the values. `settings-in-force.test.ts` tests the list for operators. */
function configOf(environment: Record<string, string>): Omit<Config, 'inForce'> {
  const read = readConfig(environment);
  if ('problems' in read) throw new Error(read.problems.join(' '));
  const { inForce, ...config } = read.config;
  if (inForce.length === 0) throw new Error('no settings');
  return config;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

/** Every setting: variable, a valid value, and the parsed value. */
const SETTINGS: readonly [string, string, Partial<Config>][] = [
  ['PIS_PROFILE', 'sandbox', { profile: 'sandbox' }],
  ['PIS_HTTP_PORT', '8081', { httpPort: 8081 }],
  ['PIS_HTTP_PORT', '0', { httpPort: 0 }],
  ['PIS_HTTPS_PORT', '9443', { httpsPort: 9443 }],
  ['PIS_DATA_DIR', '/var/lib/pis', { dataDirectory: '/var/lib/pis' }],
  ['PIS_NODE', 'London-1.a', { node: 'London-1.a' }],
  ['PIS_KEYS_DIR', '/etc/pis/keys', { keysDirectory: '/etc/pis/keys' }],
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
  ['PIS_MAX_DAYS_AHEAD', '30', { maxDaysAhead: 30 }],
  ['PIS_SIGN_IN', 'https://idp.bank.example/a', { signInIssuer: 'https://idp.bank.example/a' }],
  ['PIS_SIGN_IN_CLIENT_ID', 'pis', { signInClientId: 'pis' }],
  ['PIS_SIGN_IN_ACR', 'urn:bank:strong', { signInAcr: 'urn:bank:strong' }],
  ['PIS_SIGN_IN_MAX_AGE_SECONDS', '60', { signInMaxAgeSeconds: 60 }],
  ['PIS_HUB_MAX_TRANSACTIONS', '10000', { hubMaxTransactions: 10_000 }],
  ['PIS_FPS_MAX_PENCE', '25000000', { fpsMaxPence: 250_000_00 }],
  ['PIS_CONSENT_APPROVAL_DAYS', '7', { consentApprovalDays: 7 }],
  ['PIS_CONSENT_USE_DAYS', '2', { consentUseDays: 2 }],
  ['PIS_FILE_BACS', 'off', { bacsAccepted: false }],
  ['PIS_FILE_UPLOADS_PER_TPP', '2', { uploadsPerTpp: 2 }],
  ['PIS_FILE_DOWNLOADS_PER_TPP', '2', { downloadsPerTpp: 2 }],
  ['PIS_FILE_DOWNLOADS', '20', { downloadsInAll: 20 }],
  ['PIS_FILE_THREADS', '3', { fileThreads: 3 }],
  ['PIS_FILE_QUEUE', '8', { fileQueueJobs: 8 }],
  ['PIS_CLOCK_LEAP_SECONDS', '60', { clockLeapSeconds: 60 }],
  ['PIS_CLOCK_GAP_DAYS', '3', { clockGapDays: 3 }],
  ['PIS_LEASE_SECONDS', '3', { leaseSeconds: 3 }],
  ['PIS_REQUEST_TIMEOUT_SECONDS', '7', { requestTimeoutSeconds: 7 }],
  ['PIS_MAX_CONNECTIONS', '9', { maxConnections: 9 }],
  ['PIS_BANK_NAME', 'Northbank', { bankName: 'Northbank' }],
  ['PIS_PAGES_PORT', '0', { pagesPort: 0 }],
  ['PIS_LISTEN_ADDRESS', '0.0.0.0', { listenAddress: '0.0.0.0' }],
  ['PIS_CONNECTIONS_PER_ADDRESS', '10', { connectionsPerAddress: 10 }],
  ['PIS_PENDING_CONNECTIONS_PER_ADDRESS', '7', { pendingConnectionsPerAddress: 7 }],
  ['PIS_MAX_CONCURRENT_REQUESTS', '8', { maxConcurrentRequests: 8 }],
  ['PIS_CONCURRENT_REQUESTS_PER_CLIENT', '9', { concurrentRequestsPerClient: 9 }],
  ['PIS_UNAUTHENTICATED_PER_SECOND', '3', { unauthenticatedPerSecond: 3 }],
  ['PIS_UNAUTHENTICATED_BURST', '4', { unauthenticatedBurst: 4 }],
  ['PIS_INTERACTIONS_PER_SECOND', '5', { interactionsPerSecond: 5 }],
  ['PIS_INTERACTIONS_BURST', '6', { interactionsBurst: 6 }],
  ['PIS_TRUST_ANCHORS', 'a.example, b.example', { trustAnchors: ['a.example', 'b.example'] }],
  ['PIS_DIRECTORY_REFRESH_SECONDS', '5', { directoryRefreshSeconds: 5 }],
  ['PIS_REQUEST_SIGNATURES', 'required', { requestSignatures: 'required' }],
  ['PIS_JWKS_URI', 'https://k.example/1/a.jwks', { jwksUri: 'https://k.example/1/a.jwks' }],
];

/** Required settings of the profile `secure`. */
const SECURE: Readonly<Record<string, string>> = {
  PIS_ISSUER_URL: 'https://auth.bank.example',
  PIS_API_URL: 'https://api.bank.example:8443',
  PIS_TLS_CERTIFICATE_FILE: 'server.crt',
  PIS_TLS_KEY_FILE: 'server.key',
  PIS_CLIENT_CA_FILE: 'chain.pem',
  PIS_CLIENT_CRL_FILE: 'crl.pem',
  PIS_SIGNING_KEYS_FILE: 'keys.json',
  PIS_ORGANISATION_ID: '0015800001041RHAAY',
  PIS_DIRECTORY: 'https://directory.example/document.json',
  PIS_DIRECTORY_KEYS_FILE: 'directory-keys.json',
  PIS_BANK_FILE: 'bank.json',
  PIS_BANK_TITLE: 'Bank of Example',
};

const invalid = (name: string, ...values: string[]): [string, string][] =>
  values.map((value) => [name, value]);

describe('settings', () => {
  test('have the specified defaults', () => {
    expect(configOf({ PATH: '/bin' })).toEqual({
      profile: 'sandbox',
      httpPort: 8080,
      dataDirectory: './data',
      store: { kind: 'sqlite' },
      files: { kind: 'folder' },
      logLevel: 'info',
      publicHosts: [],
      fpsMaxPence: 1_000_000_00,
      ratePerSecond: 200,
      rateBurst: 100,
      screeningDeadlineMs: 2000,
      screeningUnanswered: { otherwise: 'wait', byFamily: new Map() },
      bodyMaxBytes: 102_400,
      fileMaxBytes: 2_097_152,
      fileReader: 'fast',
      maxDaysAhead: 365,
      consentApprovalDays: 30,
      consentUseDays: 30,
      bacsAccepted: true,
      uploadsPerTpp: 16,
      downloadsPerTpp: 8,
      downloadsInAll: 128,
      fileThreads: 0,
      fileQueueJobs: 256,
      leaseSeconds: 10,
      requestTimeoutSeconds: 120,
      maxConnections: 2000,
      listenAddress: '127.0.0.1',
      consoleListenAddress: '127.0.0.1',
      metricsListenAddress: '127.0.0.1',
      consolePasskeys: true,
      consoleIdpClientId: 'payment-console',
      consoleIdpIdClaim: 'preferred_username',
      consoleIdpGroupsClaim: 'groups',
      connectionsPerAddress: 500,
      pendingConnectionsPerAddress: 64,
      maxConcurrentRequests: 1000,
      concurrentRequestsPerClient: 250,
      unauthenticatedPerSecond: 400,
      unauthenticatedBurst: 400,
      interactionsPerSecond: 20,
      interactionsBurst: 200,
      trustAnchors: ['openbanking.org.uk'],
      ...{ directoryRefreshSeconds: 60, otlpSamplePercent: 10 },
      proxyAddresses: [],
      schemes: { kind: 'simulated' },
      signInIssuer: null,
      signInClientId: 'payment-initiation-service',
      signInAcr: 'urn:openbanking:psd2:sca',
      signInMaxAgeSeconds: 300,
      hubMaxTransactions: 100_000,
      secure: null,
    });
  });

  test.each(SETTINGS)(
    '%s=%s is understood, and changes nothing else',
    (name, written, expected) => {
      expect(configOf({ [name]: written })).toEqual({ ...configOf({}), ...expected });
    },
  );

  test('are all covered by a test', () => {
    const tested = Object.assign({}, ...SETTINGS.map(([, , expected]) => expected)) as object;
    // These have tests of their own.
    const ofProxies = ['certificateHeader', 'proxyAddresses', 'proxyProtocol'];
    const ofFiles = ['files', 's3AccessKey', 's3SecretKey', 's3SecretKeyFile'];
    const ofStore = ['store', 'databasePasswordFile'];
    const ofHub = ['hubCertificateFile', 'hubKeyFile', 'hubCaFile'];
    const ofSchemes = ['schemes', 'bankBic', 'serviceUserNumber', ...ofHub];
    const ofCore = ['core', 'coreCertificateFile', 'coreKeyFile', 'coreCaFile'];
    const ofPayees = ['payeeConfirmation', 'payeeCertificateFile', 'payeeKeyFile', 'payeeCaFile'];
    const ofScreening = ['screening', 'screeningCertificateFile', 'screeningKeyFile'].concat(
      ...[['screeningCaFile', 'screeningDeadlineMs', 'screeningUnanswered']],
    );
    const ofBank = [...ofCore, ...ofPayees, ...ofScreening];
    const ofOperators = Object.keys({ ...CONSOLE_SETTINGS, ...MONITORING_SETTINGS });
    const ofSystems = [...ofBank, ...ofOperators];
    const elsewhere = ['secure', ...ofSystems, ...ofProxies, ...ofFiles, ...ofStore, ...ofSchemes];
    const names = Object.keys(configOf({})).filter((name) => !elsewhere.includes(name));
    expect(Object.keys(tested).sort()).toEqual(names.sort());
  });

  test.each([
    ['PIS_PROFILE', 'production'],
    ['PIS_HTTP_PORT', '65536'],
    ...invalid('PIS_HTTP_PORT', '-1', '', '0x50', 'http'),
    ['PIS_HTTPS_PORT', '84.43'],
    ['PIS_DATA_DIR', ''],
    ['PIS_LOG_LEVEL', 'loud'],
    ...invalid('PIS_RATE_PER_SECOND', '0', '1e3'),
    ...invalid('PIS_RATE_BURST', '-100', ' '),
    ['PIS_BODY_MAX_BYTES', '1.5'],
    ...invalid('PIS_FILE_MAX_BYTES', '2MB', '99999999999999999999'),
    ['PIS_FILE_READER', 'Fast'],
    ['PIS_MAX_DAYS_AHEAD', 'NaN'],
    ...invalid('PIS_BANK_NAME', '', 'North bank'),
    ['PIS_FILE_BACS', 'true'],
    ['PIS_FILE_UPLOADS_PER_TPP', '0'],
    ['PIS_FILE_DOWNLOADS_PER_TPP', '0'],
    ['PIS_FILE_DOWNLOADS', '0'],
    ['PIS_FILE_THREADS', '65'],
    ['PIS_FILE_THREADS', ''],
    ['PIS_FILE_QUEUE', 'Infinity'],
    ['PIS_REQUEST_TIMEOUT_SECONDS', '0'],
    ['PIS_MAX_CONNECTIONS', 'null'],
    ['PIS_LISTEN_ADDRESS', 'localhost'],
    ['PIS_REQUEST_SIGNATURES', 'on'],
    ['PIS_UNAUTHENTICATED_BURST', '0'],
    ['PIS_TRUST_ANCHORS', ''],
    ['PIS_JWKS_URI', 'http://keystore.example/keys.jwks'],
  ])(
    'with the invalid value %s=%s are refused in one line that names the variable',
    (name, written) => {
      const problems = problemsOf({ [name]: written });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name}=${written}[^\n]*\\.$`));
    },
  );

  test.each([
    ['ftp://user:secret@x', 'ftp://…@x'],
    ['https://user@keystore.example/keys.jwks', 'https://…@keystore.example/keys.jwks'],
    ['https://user:s/e@c?r#t@x', 'https://…@x'],
    ['user:secret@x', '…@x'],
    [`ftp://${'x'.repeat(100)}`, `ftp://${'x'.repeat(53)}…`],
    [`ftp://user:${'secret'.repeat(100)}@x`, 'ftp://…@x'],
  ])(
    'with the value %s are quoted without credentials, and shortened if long',
    (written, repeated) => {
      expect(problemsOf({ PIS_JWKS_URI: written })).toEqual([
        `PIS_JWKS_URI=${repeated} is not valid: Expected an https address.`,
      ]);
    },
  );

  test('with a long unknown name are quoted in part', () => {
    expect(problemsOf({ [`PIS_${'X'.repeat(1000)}`]: '' })).toEqual([
      `PIS_${'X'.repeat(55)}… is not a setting of this service.`,
    ]);
  });

  test('with an unknown name are refused', () => {
    expect(problemsOf({ PIS_FILE_MAX_BYTE: '1', PIS_: '', pis_http_port: '1' })).toEqual([
      'PIS_FILE_MAX_BYTE is not a setting of this service: did you mean PIS_FILE_MAX_BYTES?',
      'PIS_ is not a setting of this service.',
    ]);
  });

  test.each([
    ['PIS_STRANGERS_PER_SECOND', 'PIS_UNAUTHENTICATED_PER_SECOND'],
    ['PIS_STORE', 'PIS_DATABASE_URL'],
    ['PIS_KEYS', 'PIS_KEYS_DIR'],
  ])('with the former name %s are refused with the name of today', (former, today) => {
    expect(problemsOf({ [former]: '1' })).toEqual([
      `${former} is now called ${today}. Rename the variable.`,
    ]);
  });

  test.each([
    ['PIS_HTTP_PORT', '65536', 'Expected a whole number from 0 to 65535.'],
    ['PIS_RATE_BURST', '0', 'Expected a whole number, at least 1.'],
    ['PIS_FILE_THREADS', '65', 'Expected a whole number from 0 to 64.'],
    ['PIS_PROFILE', 'production', 'Expected one of sandbox, secure.'],
    ['PIS_FILE_BACS', 'true', 'Expected one of on, off.'],
    ['PIS_LISTEN_ADDRESS', 'localhost', 'Expected an IP address.'],
    ['PIS_DATA_DIR', '', 'Expected the path of a folder.'],
  ])(
    'with the invalid value %s=%s are refused with the allowed values',
    (name, written, allowed) => {
      expect(problemsOf({ [name]: written })).toEqual([
        `${name}=${written} is not valid: ${allowed}`,
      ]);
    },
  );

  test('can be validated one by one, with the same messages', () => {
    const wrong = { PIS_DATA_DIRS: '/data', PIS_HTTP_PORT: 'x', PIS_BODY_MAX_BYTES: '' };
    expect(problemsOfSettings(wrong)).toEqual(problemsOf(wrong));
    expect(problemsOfSettings({ ...SECURE, PIS_ISSUER_URL: 'x' })).toEqual([
      'PIS_ISSUER_URL=x is not valid: Expected an address such as https://auth.bank.example, ' +
        'without a path.',
    ]);
    expect(problemsOfSettings({ PIS_SIGNING_KEYS_FILE: 'keys.json' })).toEqual([]);
  });

  test('of the profile secure are not reported with an unknown profile', () => {
    expect(problemsOf({ PIS_PROFILE: 'Secure', PIS_BANK_FILE: 'bank.json' })).toEqual([
      'PIS_PROFILE=Secure is not valid: Expected one of sandbox, secure.',
    ]);
  });

  test('are all validated before any problem is reported', () => {
    expect(problemsOf({ PIS_PROFILE: 'x', PIS_HTTP_PORT: 'x', PIS_X: '' })).toHaveLength(3);
    const proxy = { PIS_CLIENT_CERTIFICATE_HEADER: 'Client-Cert', PIS_HTTP_PORT: 'x' };
    expect(problemsOf(proxy)).toHaveLength(2);
  });
});
