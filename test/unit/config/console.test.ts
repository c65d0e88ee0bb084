import { describe, expect, test } from 'vitest';
import { CONSOLE_SETTINGS, consoleProblems } from '../../../src/config/console-settings.ts';
import { readConfig } from '../../../src/config/config.ts';

const PORT = { PIS_CONSOLE_PORT: '9443' };
const URL = { PIS_CONSOLE_URL: 'https://console.bank.example' };
const ADDRESS = { PIS_CONSOLE_LISTEN_ADDRESS: '10.0.0.1' };
const IDP = { PIS_CONSOLE_IDP: 'https://idp.bank.example' };
const GROUPS = { PIS_CONSOLE_IDP_GROUPS: 'ops=operate approve' };
const SECURE = { PIS_PROFILE: 'secure' };

describe('settings of the console', () => {
  test('are off by default, and read', () => {
    expect(readConfig({})).toMatchObject({
      config: { consolePort: undefined, consoleListenAddress: '127.0.0.1', consoleUrl: undefined },
    });
    expect(readConfig(PORT)).toMatchObject({ config: { consolePort: 9443 } });
    expect(CONSOLE_SETTINGS.consoleUrl.schema.safeParse('http://console.example').success).toBe(
      false,
    );
  });

  test.each([
    [
      'a port without an address for browsers',
      { ...SECURE, ...PORT },
      /PORT needs PIS_CONSOLE_URL/,
    ],
    ['an address for browsers without a port', { ...SECURE, ...URL }, /only with PIS_CONSOLE_PORT/],
    ['an IP address without a port', { ...SECURE, ...ADDRESS }, /only with PIS_CONSOLE_PORT/],
    ['an IP address in the sandbox', { ...PORT, ...ADDRESS }, /only with PIS_PROFILE=secure/],
    ['an address for browsers in the sandbox', { ...PORT, ...URL }, /only with PIS_PROFILE=secure/],
  ])('refuse %s', (_, settings, problem) => {
    expect(consoleProblems(settings)).toEqual([expect.stringMatching(problem)]);
    expect(readConfig(settings)).toHaveProperty('problems');
  });

  test.each([
    ['an issuer without a port', { ...IDP, ...GROUPS }, /_IDP needs PIS_CONSOLE_PORT/],
    ['an issuer without groups', { ...PORT, ...IDP }, /_IDP needs PIS_CONSOLE_IDP_GROUPS/],
    ['groups without an issuer', { ...PORT, ...GROUPS }, /GROUPS has an effect only with/],
    ['an acr without an issuer', { PIS_CONSOLE_IDP_ACR: 'mfa' }, /ACR has an effect only with/],
    ['no way to sign in', { ...PORT, PIS_CONSOLE_PASSKEYS: 'off' }, /=off needs PIS_CONSOLE_IDP/],
  ])('refuse %s', (_, settings, problem) => {
    expect(consoleProblems(settings)).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    '',
    'ops',
    'ops=',
    '=read',
    'ops=read,ops=operate',
    'ops=root',
    'ops=read root',
    '""=read',
    '"ops=read',
  ])('refuse the groups %j', (written) => {
    expect(readConfig({ ...PORT, ...IDP, PIS_CONSOLE_IDP_GROUPS: written })).toHaveProperty(
      'problems',
    );
  });

  test('read the roles of groups', () => {
    const named = 'cn=readers=read, payments-ops = operate approve,"cn=ops, dc=bank" = operate';
    const read = readConfig({ ...PORT, ...IDP, PIS_CONSOLE_IDP_GROUPS: named });
    expect(read).toMatchObject({
      config: {
        consoleIdpGroups: new Map([
          ['cn=readers', ['read']],
          ['payments-ops', ['operate', 'approve']],
          ['cn=ops, dc=bank', ['operate']],
        ]),
      },
    });
  });

  test('have the claims of OpenID Connect by default, which can be changed', () => {
    const named = {
      ...{ PIS_CONSOLE_PASSKEYS: 'off', PIS_CONSOLE_IDP_CLIENT_ID: 'staff' },
      ...{ PIS_CONSOLE_IDP_ID_CLAIM: 'uid', PIS_CONSOLE_IDP_GROUPS_CLAIM: 'roles' },
      PIS_CONSOLE_IDP_ACR: 'mfa',
    };
    expect(readConfig({ ...PORT, ...IDP, ...GROUPS, ...named })).toMatchObject({
      config: {
        ...{ consoleIdpIssuer: 'https://idp.bank.example', consolePasskeys: false },
        ...{ consoleIdpClientId: 'staff', consoleIdpIdClaim: 'uid' },
        ...{ consoleIdpGroupsClaim: 'roles', consoleIdpAcr: 'mfa' },
      },
    });
  });

  test('accept all of them in the secure profile', () => {
    expect(consoleProblems({ ...SECURE, ...PORT, ...URL, ...ADDRESS })).toEqual([]);
  });
});
