import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runReferenceIdp } from '../../../../src/cli/commands/reference-idp.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { freePort } from '../../../helpers/free-port.ts';
import { contextOf } from '../fixtures.ts';

const SERVICE = {
  service: 'https://localhost:8444',
  client: 'payment-initiation-service',
  consoleClient: 'payment-console',
};

it('runs an OpenID Provider until it is stopped', async () => {
  const lines: string[] = [];
  const port = String(await freePort());
  const before = process.listeners('SIGTERM');
  const running = runReferenceIdp(contextOf('/nowhere', { lines }), { port, ...SERVICE });
  await eventually(() => expect(lines).toHaveLength(3));
  const url = `http://localhost:${port}`;
  const document: unknown = await (await fetch(`${url}/.well-known/openid-configuration`)).json();
  expect(document).toMatchObject({
    issuer: url,
    authorization_details_types_supported: ['payment_approval'],
    pushed_authorization_request_endpoint: `${url}/request`,
    end_session_endpoint: `${url}/session/end`,
    backchannel_token_delivery_modes_supported: ['poll'],
  });
  expect(await (await fetch(`${url}/phone`)).text()).toContain('Nothing waits.');
  expect(lines.join()).toContain('clara');
  // Only the listener of the command: other files in this process may have listeners, too.
  for (const listener of process.listeners('SIGTERM')) {
    if (before.includes(listener)) continue;
    process.removeListener('SIGTERM', listener);
    listener('SIGTERM');
  }
  await running;
});

it('refuses a file that contains no users', async () => {
  const users = join(mkdtempSync(join(tmpdir(), 'idp-')), 'users.json');
  writeFileSync(users, '{"ada": {"password": "secret"}}');
  const options = { port: '0', users, ...SERVICE };
  await expect(runReferenceIdp(contextOf(), options)).rejects.toThrow(/users.*subject/s);
});
