import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { nameOfHost, NodeName, nodeNameOf } from '../../../src/config/node-name.ts';

describe('the name of a node', () => {
  test.each(['london-1', 'A', '7', 'node_1.bank.example', 'x'.repeat(63)])('may be %s', (name) => {
    expect(readConfig({ PIS_NODE: name })).toMatchObject({ config: { node: name } });
  });

  test.each(['', '-a', '.', 'a b', 'a/b', 'ä', 'a\n', '"', 'x'.repeat(64)])(
    'may not be %j',
    (name) => {
      expect(readConfig({ PIS_NODE: name })).toHaveProperty('problems');
    },
  );

  test.each([
    ['pay-7f9c.internal', 'pay-7f9c.internal'],
    ['Ada’s MacBook', 'Ada-s-MacBook'],
    ['_-.x', 'x'],
    ['…', 'node'],
    ['', 'node'],
    ['y'.repeat(300), 'y'.repeat(63)],
  ])('of the host %j is %s', (host, name) => {
    expect(nameOfHost(host)).toBe(name);
    expect(NodeName.safeParse(name).success).toBe(true);
  });

  test('defaults to the host name', () => {
    expect(nodeNameOf({})).toBe(nameOfHost(hostname()));
    expect(nodeNameOf({ node: 'london-1' })).toBe('london-1');
  });
});
