import { describe, expect, test } from 'vitest';
import { publicPart } from '../../../src/auth/keys/key-file.ts';
import { STATEMENTS } from '../../../src/domain/ports/statements.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { expectStatus, idIn } from '../../../test-client/answer.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { startSigningService } from '../../helpers/signing-service.ts';
import { verifiedHeader } from '../../helpers/signing.ts';
import { faultsOf, Tpp, type Reply } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { FamilyClient } from '../families/family-client.ts';

/* Access to the messages about each payment of a file, and their signatures. */

const bank = useFreshBank();

const pathOf = (id: string, message: string) => `/extensions/v1/file-payments/${id}/${message}`;

function ask(id: string, message: string, tpp = bank.tpp, options = {}): Promise<Reply> {
  return tpp.call('GET', pathOf(id, message), options);
}

describe('access', () => {
  const reportPath = (id: string) => `/file-payments/${id}/report-file`;

  test.each(STATEMENTS)('to the %s has the rules of the report', async (message) => {
    const { consentId, token } = await bank.tpp.approved(bulkFile(1));
    const id = idIn(await bank.tpp.submit(consentId, token), 'FilePaymentId');
    const stranger = await Tpp.signIn(bank.service.origin, 'tpp-two');
    const single = await new FamilyClient(bank.tpp, familyNamed('domestic-payments')).paid();
    const cases: readonly (readonly [tpp: Tpp, id: string, options: object])[] = [
      [bank.tpp, id, {}],
      [stranger, id, {}],
      [bank.tpp, 'fp-unknown', {}],
      [stranger, 'fp-unknown', {}],
      [bank.tpp, consentId, {}],
      [bank.tpp, single.paymentId, {}],
      [stranger, single.paymentId, {}],
      [bank.tpp, id, { token }],
      [bank.tpp, id, { token: null }],
      [bank.tpp, id, { token: 'wrong' }],
      [bank.tpp, id, { headers: { accept: 'application/json' } }],
    ];
    const statuses: number[] = [];
    for (const [tpp, asked, options] of cases) {
      const [mine, theirs] = [
        await ask(asked, message, tpp, options),
        await tpp.get(reportPath(asked), options),
      ];
      expect(mine.status).toBe(theirs.status);
      statuses.push(mine.status);
      if (mine.status !== 200 && mine.status !== 401) {
        expect(faultsOf(mine)).toEqual(faultsOf(theirs));
      }
    }
    expect(statuses).toEqual([200, 403, 400, 400, 400, 400, 400, 403, 401, 401, 406]);
    expect((await bank.tpp.call('HEAD', pathOf(id, message))).text).toBe('');
    expect(bank.service.files().filter((path) => path.includes('/files/tmp/'))).toEqual([]);
  });

  test('is signed where responses are', async () => {
    const service = await startSigningService();
    try {
      const tpp = await Tpp.signIn(service.origin);
      const id = await tpp.pay(bulkFile(2));
      const strict = Tpp.withToken(service.strictOrigin, tpp.token);
      for (const message of STATEMENTS) {
        const reply = expectStatus(await ask(id, message, strict), 200);
        const signature = expectDefined(reply.headers.get('x-jws-signature'), 'the signature');
        const keys = service.keys.jwks().keys.map(publicPart);
        const header = await verifiedHeader(signature, reply.bytes, keys);
        expect(header).toMatchObject({ cty: 'application/xml' });
        expect(reply.headers.get('content-length')).toBe(String(reply.bytes.length));
      }
    } finally {
      await service.end();
    }
  });
});
