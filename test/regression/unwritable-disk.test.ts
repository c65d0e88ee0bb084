import { describe, expect, it } from 'vitest';
import { bulkFile } from '../helpers/payment-file.ts';
import { dataOf, Tpp, type Reply } from '../helpers/tpp.ts';
import { ALL_CHANGES, ALL_KINDS, ALWAYS, CALL, ERRNO, hasShim } from '../power/shim.ts';
import { useShim } from '../power/shimmed.ts';

/** What no answer may tell of the inside. */
const INSIDE = /EROFS|EIO|EDQUOT|SQLITE|\/tmp\//;

/** Answered 503, to be tried again, and nothing told of the inside. */
function expectTurnedAway({ status, headers, text }: Reply): void {
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect(text).not.toMatch(INSIDE);
}

describe.skipIf(!hasShim)('a disk that takes nothing more', () => {
  const { bench } = useShim();

  it.each([
    ['has turned read-only', ALL_CHANGES, ERRNO.EROFS],
    ['fails every write', CALL.write, ERRNO.EIO],
    ['has met its quota', ALL_CHANGES, ERRNO.EDQUOT],
  ] as const)(
    'and %s turns writes away, lets reads go on, and is forgiven',
    async (...given) => {
      const [, calls, error] = given;
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
      for (const write of [...uploads, submit]) expectTurnedAway(await write());
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
