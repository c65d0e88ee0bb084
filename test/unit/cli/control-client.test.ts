import { expect, it } from 'vitest';
import { idOf, type IdKind } from '../../../src/cli/control-client.ts';

it.each<[IdKind, string]>([
  ['organisation', 'Name the organisation by its id in the directory. See: npx pisctl list'],
  ['downtime', 'Name the downtime by its start. See: npx pisctl list'],
  ['difference', 'Name the difference by its name. See: npx pisctl list'],
  ['scheme', 'Name the scheme by its name. See: npx pisctl list'],
  ['consent', 'Name the consent by its id. See: npx pisctl list'],
  ['step', 'Name the step by its number. See: npx pisctl list'],
])('refuses "..", which names no %s, and explains how it is named', (kind, message) => {
  expect(() => idOf(kind, '..', 'npx pisctl list')).toThrow(message);
});
