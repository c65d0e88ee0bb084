import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';

const HEADER = { PIS_CLIENT_CERTIFICATE_HEADER: 'Client-Cert' };
const PROTOCOL = { PIS_PROXY_PROTOCOL: 'v2' };
const PROXY = { PIS_PROXY_ADDRESSES: '10.0.0.1, ::1' };

describe('settings of a proxy', () => {
  test.each([
    ['its header alone', HEADER, 'PIS_CLIENT_CERTIFICATE_HEADER needs PIS_PROXY_ADDRESSES.'],
    ['its protocol alone', PROTOCOL, 'PIS_PROXY_PROTOCOL needs PIS_PROXY_ADDRESSES.'],
    [
      'its address alone',
      PROXY,
      'PIS_PROXY_ADDRESSES needs PIS_CLIENT_CERTIFICATE_HEADER or PIS_PROXY_PROTOCOL.',
    ],
    [
      'both kinds',
      { ...HEADER, ...PROTOCOL, ...PROXY },
      'Set only one of PIS_CLIENT_CERTIFICATE_HEADER and PIS_PROXY_PROTOCOL.',
    ],
    [
      'another version',
      { ...PROXY, PIS_PROXY_PROTOCOL: 'v1' },
      'PIS_PROXY_PROTOCOL=v1 is not valid: Expected v2.',
    ],
  ])('refuse %s, so that no other host can set client addresses', (_, settings, problem) => {
    expect(readConfig(settings)).toEqual({ problems: [problem] });
  });

  test('report an invalid proxy address', () => {
    const settings = { ...HEADER, PIS_PROXY_ADDRESSES: 'proxy.internal' };
    expect(readConfig(settings)).toMatchObject({
      problems: [expect.stringMatching(/^PIS_PROXY_ADDRESSES=proxy\.internal is not valid/)],
    });
  });

  test.each([
    [HEADER, { certificateHeader: 'client-cert', proxyProtocol: undefined }],
    [PROTOCOL, { certificateHeader: undefined, proxyProtocol: 'v2' }],
  ])('accept %j with addresses of the proxy', (kind, expected) => {
    expect(readConfig({ ...kind, ...PROXY })).toMatchObject({
      config: { ...expected, proxyAddresses: ['10.0.0.1', '::1'] },
    });
  });
});
