import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder } from '../../src/config/data-folder.ts';
import { StoredFileDamaged } from '../../src/domain/ports/storage-errors.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { useStepwiseBank } from '../helpers/stepwise-bank.ts';
import { account, fileOf, payment, PAYROLL, type Payment } from '../helpers/payment-file.ts';
import { makePipe } from '../helpers/pipe.ts';
import type { RunningService } from '../helpers/service.ts';
import { dataOf, faultsOf, type Reply, type Tpp } from '../helpers/tpp.ts';
import { useService } from '../helpers/use-service.ts';

/*
 * Regression: a stored file was trusted because of its name. After an amount was changed on the
 * disk from 0.02 to 9.02, the payment was 9.02, GET returned the changed bytes, and uploading the
 * original again did not replace them.
 */

/**
 * Two changes within one tick of the kernel's clock may look the same. The longest tick is 10 ms.
 */
const TICK_MS = 20;

/** Returns a new file for every test, because equal files are stored once. */
let number = 0;
function newFile(overrides: Payment = {}): Buffer {
  number += 1;
  const EndToEndIdentification = `KEPT.${String(number)}`;
  const InstructedAmount = { Amount: '0.02', Currency: 'GBP' };
  return fileOf(
    [0, 1].map((index) =>
      payment(index, { EndToEndIdentification, InstructedAmount, ...(index > 0 ? overrides : {}) }),
    ),
  );
}

function shaOf(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex');
}

function pathOf({ directory }: RunningService, file: Buffer): string {
  return contentPath(dataFolder(directory).files, shaOf(file));
}

/** Damages to stored files. The first one keeps the file valid and its length unchanged. */
const DAMAGES = {
  'has another amount': (path: string): void => {
    writeFileSync(path, readFileSync(path, 'utf8').replace('"0.02"', '"9.02"'));
  },
  'has lost its end': (path: string): void => {
    writeFileSync(path, readFileSync(path).subarray(0, 100));
  },
  'is gone': (path: string): void => {
    rmSync(path);
  },
  // Opening a pipe once blocked the only thread, and with it all uploads and the stop.
  'is a pipe': (path: string): void => {
    rmSync(path);
    makePipe(path);
  },
  'is a link, even to the original file': (path: string): void => {
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
  },
};
const DAMAGED_FILES = Object.entries(DAMAGES);

/** Overrides that make the two payments of a file one debit, or two. */
const KINDS = { BULK: {}, BATCH: { DebtorAccount: account(PAYROLL, 'Northwind') } };

describe.each(Object.entries(KINDS))('a %s file', (kind, overrides) => {
  const bank = useStepwiseBank();

  async function balances(): Promise<unknown> {
    const statements = ['11280001234567', PAYROLL].map((one) =>
      bank().tpp.get(`/sandbox/accounts/${one}/entries`),
    );
    return (await Promise.all(statements)).map(({ text }) => text);
  }

  test.each(DAMAGED_FILES)(
    'that %s is not processed until it is uploaded again',
    async (_, damage) => {
      const { tpp, service } = bank();
      // A pending credit needs a second step, which collects its answer.
      const file = newFile({ ...overrides, CreditorAccount: account('99999900000050', 'Pending') });
      const paymentId = await tpp.pay(file);
      const { classification } = expectDefined(
        await service.store.findFile(await consentOf(paymentId)),
        'the file of the consent',
      );
      expect(classification.kind).toBe(kind);
      let steps = 0;
      for (let isLeft = true; isLeft; steps += 1) {
        await wait(TICK_MS);
        damage(pathOf(service, file));
        const before = [await balances(), await service.store.batchesOf(paymentId)];
        const error: unknown = await bank()
          .step()
          .catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(StoredFileDamaged);
        expect(error).toMatchObject({ sha256: shaOf(file) });
        expect([await balances(), await service.store.batchesOf(paymentId)]).toEqual(before);

        expect((await tpp.upload(await tpp.consentFor(file), file)).status).toBe(200);
        expect(await bank().step()).toBe(true);
        isLeft = (await service.store.dueWork(Number.MAX_SAFE_INTEGER, 1)).length > 0;
      }
      expect(steps).toBeGreaterThanOrEqual(4);
      expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
      expect(await service.store.auditBooks()).toEqual([]);
    },
  );

  async function consentOf(paymentId: string): Promise<string> {
    return String(dataOf(await bank().tpp.get(`/file-payments/${paymentId}`))['ConsentId']);
  }
});

describe('a stored file', () => {
  const { service, tpp } = useService();

  const isDamageTold = (file: Buffer): boolean =>
    service().events.some(
      (event) =>
        event.kind === 'failure' &&
        event.error instanceof StoredFileDamaged &&
        event.error.sha256 === shaOf(file),
    );

  const readFile = (client: Tpp, consentId: string, method = 'GET'): Promise<Reply> =>
    client.call(method, `/file-payment-consents/${consentId}/file`);

  test.each(DAMAGED_FILES)(
    'that %s is answered with 503 and a body instead of the file',
    async (_, damage) => {
      const file = newFile();
      const { consentId, token } = await tpp().approved(file);
      const paymentId = String(dataOf(await tpp().submit(consentId, token))['FilePaymentId']);
      await tpp().finished(paymentId);
      expect(isDamageTold(file)).toBe(false);
      damage(pathOf(service(), file));
      for (const reply of [
        await readFile(tpp(), consentId),
        await tpp().get(`/file-payments/${paymentId}/payment-details`),
      ]) {
        expect([reply.status, faultsOf(reply)]).toEqual([503, ['UnexpectedError']]);
        expect(reply.headers.get('retry-after')).toBeNull();
        expect(reply.text).not.toMatch(/9\.02|[0-9a-f]{64}|ENOENT/);
      }
      expect((await readFile(tpp(), consentId, 'HEAD')).status).toBe(503);
      expect(isDamageTold(file)).toBe(true);
    },
  );

  test.each(DAMAGED_FILES)(
    'that %s is restored by a repetition of its upload',
    async (_, damage) => {
      const file = newFile();
      const consentId = await tpp().consentFor(file);
      expect((await tpp().upload(consentId, file, { key: 'mend' })).status).toBe(200);
      damage(pathOf(service(), file));
      expect((await tpp().upload(consentId, file, { key: 'mend' })).status).toBe(200);
      expect((await readFile(tpp(), consentId)).text).toBe(file.toString());
      expect((await readFile(tpp(), consentId, 'HEAD')).status).toBe(200);
    },
  );

  test.each(DAMAGED_FILES)(
    'that %s is restored by an upload for another consent',
    async (_, damage) => {
      const file = newFile();
      const [first, second] = [await tpp().consentFor(file), await tpp().consentFor(file)];
      await tpp().upload(first, file);
      damage(pathOf(service(), file));
      expect((await tpp().upload(second, file)).status).toBe(200);
      for (const consentId of [first, second]) {
        expect((await readFile(tpp(), consentId)).text).toBe(file.toString());
      }
    },
  );

  test('with a folder in its place is restored after the folder was removed', async () => {
    const file = newFile();
    const consentId = await tpp().consentFor(file);
    await tpp().upload(consentId, file, { key: 'folder' });
    const path = pathOf(service(), file);
    rmSync(path);
    mkdirSync(path);
    expect((await readFile(tpp(), consentId)).status).toBe(503);
    expect(isDamageTold(file)).toBe(true);
    expect((await tpp().upload(consentId, file, { key: 'folder' })).status).toBe(503);
    rmdirSync(path);
    expect((await tpp().upload(consentId, file, { key: 'folder' })).status).toBe(200);
    expect((await readFile(tpp(), consentId)).text).toBe(file.toString());
  });

  test('that is unreadable is answered with 503, not with 200 and an incomplete body', async () => {
    const file = newFile();
    const consentId = await tpp().consentFor(file);
    await tpp().upload(consentId, file);
    const path = pathOf(service(), file);
    renameSync(path, `${path}.away`);
    // Requested with streaming, as a client sees it.
    const { origin, token } = tpp();
    const url = `${origin}/open-banking/v3.1/pisp/file-payment-consents/${consentId}/file`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(503);
    expect(await response.json()).toHaveProperty('Code', '503 ServiceUnavailable');
    renameSync(`${path}.away`, path);
    expect((await readFile(tpp(), consentId)).text).toBe(file.toString());
  });
});
