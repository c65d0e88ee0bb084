import { describe, expect, test } from 'vitest';
import { networkOf, networksOf } from '../../../src/shared/network.ts';

describe('networkOf', () => {
  test.each(['127.0.0.1', '198.51.100.7', ''])('returns %j unchanged', (address) => {
    expect(networkOf(address)).toBe(address);
  });

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::7', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['1:2:3::4:5:6:7', '1:2:3:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('maps %s to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('maps all addresses of one /64 to the same network', () => {
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::a:b'];
    expect(new Set(addresses.map(networkOf)).size).toBe(1);
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
  });
});

describe('networksOf', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
    ['', '', '', ''],
    ['2001:db8:1:2ff::7', '2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48'],
    ['2001:db8::7', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['2001:DB8:ABCD:00EF::', '2001:db8:abcd:ef::/64', '2001:db8:abcd:0::/56', '2001:db8:abcd::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48'],
  ])('returns the networks of %s', (address, own, household, site) => {
    expect(networksOf(address)).toEqual({ own, household, site });
  });

  test('maps the 256 /64 networks of a household to one /56', () => {
    const used = Array.from(
      { length: 256 },
      (_, net) => `2001:db8:7:ab${net.toString(16).padStart(2, '0')}::1`,
    );
    expect(new Set(used.map((address) => networksOf(address).own)).size).toBe(256);
    expect(new Set(used.map((address) => networksOf(address).household)).size).toBe(1);
  });
});
