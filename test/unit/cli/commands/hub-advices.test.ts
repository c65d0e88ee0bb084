import { describe, expect, it } from 'vitest';
import type { BacsAdvice } from '../../../../src/domain/schemes/hand-over.ts';
import { NOW } from '../../../contract/store/fixtures.ts';
import {
  beginDocument,
  documentOf,
  sendMessage,
  sliceOf,
} from '../../../contract/store/hub-messages.ts';
import { AT, P, withHub } from './hub-world.ts';

const RETURNED: BacsAdvice = {
  ...{ position: 0, outcome: 'returned', code: 'B', description: 'CLOSED\u001B[2J' },
  ...{ newAccount: null, messageId: P, index: 1 },
  record: {
    ...{ destination: '20000012345678', originator: '11280001234567', pence: 12_345 },
    ...{ name: 'FRESCO LTD', reference: 'FRESCO-1', processingDay: '2026-03-03' },
  },
};

const MOVED: BacsAdvice = {
  ...{ position: 1, outcome: 'moved', code: '3', description: null },
  ...{ newAccount: '20000087654321', messageId: null, index: null },
  record: { ...RETURNED.record, originator: null, pence: null },
};

describe('pisctl hub advices', () => {
  it(
    'lists the items of reports of Bacs, newest first',
    withHub(async ({ ask, store }) => {
      expect(await ask('advices')).toBe('No advice of Bacs.');
      await sendMessage(store, 'p', 2);
      await beginDocument(store, 'a');
      const slice = sliceOf({ to: 2, advices: [RETURNED, MOVED] });
      await store.takeAnswers(documentOf('a'), slice, NOW);
      const received = `    a.xml, received ${AT}, SHA-256 ${documentOf('a')}`;
      expect((await ask('advices')).split('\n')).toEqual([
        'account has moved (3)',
        '    to 20000012345678 FRESCO LTD, reference "FRESCO-1", processing day 2026-03-03',
        '    new account 20000087654321',
        '    the payment is not certain',
        received,
        'returned credit (B): CLOSED\uFFFD[2J',
        '    to 20000012345678 FRESCO LTD, 123.45 GBP from 11280001234567, reference "FRESCO-1", ' +
          'processing day 2026-03-03',
        `    payment p, index 1, message ${P}`,
        received,
        '2 listed.',
      ]);
      expect(JSON.parse(await ask('advices', '--json'))).toMatchObject({
        listed: [{ outcome: 'moved' }, { outcome: 'returned', paymentId: 'p' }],
      });
    }),
  );
});
