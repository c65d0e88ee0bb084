import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { INTERACTION_COOKIE } from '../../../../src/auth/oauth/addresses.ts';
import {
  MAX_INTERACTIONS,
  InteractionBrowsers,
} from '../../../../src/listeners/limits/interaction-browsers.ts';

function arrival(visit: number, signature: string): IncomingMessage {
  const headers = { cookie: `${INTERACTION_COOKIE}.sig=${signature}` };
  return { url: `/interaction/v${String(visit)}`, headers } as unknown as IncomingMessage;
}

test('an interaction with a new cookie evicts no other interaction', () => {
  const visits = new InteractionBrowsers();
  for (let visit = 0; visit < MAX_INTERACTIONS; visit += 1) visits.remember(arrival(visit, 'one'));
  expect(visits.remember(arrival(MAX_INTERACTIONS - 1, 'two'))).toBe(true);
  expect(visits.of(arrival(0, 'one'))).toBe('v0');
  expect(visits.of(arrival(MAX_INTERACTIONS - 1, 'two'))).toBe(`v${String(MAX_INTERACTIONS - 1)}`);
});
