import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { NOW, withStore, type TestStore } from '../../../contract/store/fixtures.ts';
import {
  BacsBank,
  FIRST_INDEX,
  PROCESSING_DAY,
  submissionIdOf,
} from '../../../helpers/bacs-bank.ts';
import { awacs } from '../../schemes/answers/bacs-documents.ts';

const open = (directory: string) => openSqliteStore(join(directory, 'bank.db'), () => NOW);

const withBank = (use: (bank: BacsBank, store: TestStore) => Promise<void>) =>
  withStore(open, (store) => use(new BacsBank(store), store));

const CREDITOR = '01020312345678';
const OTHER = '01020387654321';

async function problems(store: TestStore): Promise<readonly string[]> {
  return (await store.listHubProblems('open', 100)).map(({ code }) => code);
}

async function countsOf(store: TestStore) {
  const [message] = await store.listMessages({ by: 'id', id: submissionIdOf('p') }, 1);
  return message?.credits;
}

describe('an AWACS', () => {
  it(
    'is listed with its payment if only one credit agrees, and moves no money',
    withBank(async (bank, store) => {
      await bank.submit('p', [
        { pence: 100, creditor: CREDITOR },
        { pence: 100, creditor: OTHER },
      ]);
      await bank.receive(awacs());
      await bank.read();
      expect(await store.listBacsAdvices(10)).toMatchObject([
        {
          ...{ outcome: 'moved', paymentId: 'p', index: FIRST_INDEX, newAccount: '04050623456789' },
          record: { destination: CREDITOR, processingDay: PROCESSING_DAY },
        },
      ]);
      expect(await countsOf(store)).toMatchObject({ open: 2, accepted: 0 });
      expect(bank.events).toMatchObject([{ kind: 'answersTaken', unusable: 0, advices: 1 }]);
    }),
  );

  it(
    'names no payment if several credits agree or none does',
    withBank(async (bank, store) => {
      await bank.submit('p', Array(2).fill({ pence: 100, creditor: CREDITOR }));
      await bank.receive(awacs());
      await bank.receive(awacs({ reference: 'OTHER' }).replace('"8"', '"9"'));
      await bank.read();
      const advices = await store.listBacsAdvices(10);
      expect(advices.map(({ paymentId, index }) => [paymentId, index])).toEqual([
        [null, null],
        [null, null],
      ]);
      expect(await problems(store)).toEqual([]);
    }),
  );
});
