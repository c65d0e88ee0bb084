import { describe, expect, it } from 'vitest';
import { bulkFile } from '../helpers/payment-file.ts';
import { dataOf, Tpp, type Reply } from '../helpers/tpp.ts';
import { ALL_CHANGES, ALL_KINDS, ALWAYS, CALL, ERRNO, hasShim } from '../power/shim.ts';
import { useShim } from '../power/shimmed.ts';

/** Internal details that no response may contain. */
const INSIDE = /EROFS|EIO|EDQUOT|SQLITE|\/tmp\//;

/** Expects a 503 response that allows a retry and contains no internal details. */
function expectUnavailable({ status, headers, text }: Reply): void {
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect(text).not.toMatch(INSIDE);
}

describe.skipIf(!hasShim)('a disk that accepts no writes', () => {
  const { bench } = useShim();

  it.each([
    ['has turned read-only', ALL_CHANGES, ERRNO.EROFS],
    ['fails every write', CALL.write, ERRNO.EIO],
    ['has reached its quota', ALL_CHANGES, ERRNO.EDQUOT],
  ] as const)(
    'because it %s makes writes fail with 503, does not affect reads, and may recover',
    async (...args) => {
      const [, calls, error] = args;
      const { control, start } = bench();
      const { origin } = await start();
      const tpp = await Tpp.signIn(origin);
      const [small, large] = [bulkFile(3), bulkFile(3900)];
      const [smallId, largeId] = [await tpp.consentFor(small), await tpp.consentFor(large)];
      const ready = await tpp.approved(bulkFile(2));
      const uploads = [
        () => tpp.upload(smallId, small, { key: 'small' }),
        () => tpp.upload(largeId, large, { key: 'large' }),
      ];
      const submit = () => tpp.submit(ready.consentId, ready.token, { key: 'payment' });
      const healthOf = async (name: string) => (await fetch(`${origin}/health/${name}`)).status;

      control.fail({ calls, kinds: ALL_KINDS, millionths: ALWAYS, error });
      for (const write of [...uploads, submit]) expectUnavailable(await write());
      const read = await tpp.get(`/file-payment-consents/${ready.consentId}`);
      expect([read.status, dataOf(read)['Status']]).toEqual([200, 'Authorised']);
      expect((await tpp.get(`/file-payment-consents/${ready.consentId}/file`)).status).toBe(200);
      expect([await healthOf('live'), await healthOf('ready')]).toEqual([200, 503]);

      control.fail(null);
      expect(await healthOf('ready')).toBe(200);
      for (const write of uploads) expect((await write()).status).toBe(200);
      const paymentId = dataOf(await submit())['FilePaymentId'] as string;
      expect(await tpp.finished(paymentId)).toMatchObject({ Status: 'InitiationCompleted' });
    },
    60_000,
  );
});
