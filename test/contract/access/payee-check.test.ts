import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { startSecureService } from '../../helpers/secure-service.ts';
import { clientOf } from './cases.ts';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** Starts `pisctl reference-payee`. Returns its address and a function that stops it. */
async function startReference() {
  const child = spawn(process.execPath, [MAIN, 'reference-payee']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
  const stop = async (): Promise<unknown> => {
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  return { url, stop };
}

test('names are checked with the configured service, and an outage stops no approval', async () => {
  const reference = await startReference();
  const service = await startSecureService({ config: { payeeConfirmation: reference.url } });
  onTestFinished(() => service.end());
  const client = clientOf(await SecureApi.open(service), 'domestic-payments');
  const approve = async () => {
    const consentId = await client.prepared();
    const { json } = await client.decide(consentId, { user: 'clara', debtorAccount: NORTHWIND });
    expect(json).toHaveProperty('access_token');
    const [approval] = await service.store.approvalsOf(consentId);
    return approval?.payeeCheck?.payees.map(({ answer }) => answer);
  };
  expect(await approve()).toEqual([{ outcome: 'noMatch' }]);
  expect(await reference.stop()).toBe(0);
  expect(await approve()).toEqual([{ outcome: 'cannotBeChecked', reason: 'notReachable' }]);
  const failures = service.events.filter(({ kind }) => kind === 'failure');
  expect(failures).toMatchObject([{ what: 'checking the names of payees' }]);
});

test('the service does not start with files that cannot be read', async () => {
  const files = { payeeCertificateFile: '/a', payeeKeyFile: '/b', payeeCaFile: '/c' };
  const config = { payeeConfirmation: 'https://payees.bank.example', ...files };
  await expect(startSecureService({ config })).rejects.toThrow(
    /PIS_PAYEE_CERTIFICATE=\/a cannot be read: .* PIS_PAYEE_KEY=\/b .* PIS_PAYEE_CA=\/c /,
  );
});
