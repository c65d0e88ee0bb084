import { describe, expect, it } from 'vitest';
import type { RecallReference } from '../../../../src/domain/schemes/answers.ts';
import type { SentRecall } from '../../../../src/domain/schemes/recalls.ts';
import {
  matchRecallAnswer,
  matchRecallReject,
  recallsNamedBy,
  type DeliveredRecallAnswer,
} from '../../../../src/use-cases/hand-over/match-recalls.ts';

const MESSAGE = 'M00000000000000000000001';
const CREDIT = `${MESSAGE}-3`;
const RECALL: SentRecall = {
  ...{ id: 'R1', messageId: MESSAGE, index: 3, instrument: 'FPS' },
  ...{ endToEndId: 'E2E', uetr: 'the UETR', amount: { minor: 1050, currency: 'GBP' } },
};

type Changes = Partial<Omit<DeliveredRecallAnswer, 'recall'>> & {
  readonly recall?: Partial<RecallReference>;
};

function answer({ recall = {}, ...changes }: Changes = {}): DeliveredRecallAnswer {
  return {
    ...{ position: 4, messageId: MESSAGE, instructionId: CREDIT, transactionId: CREDIT },
    ...{ endToEndId: 'E2E', uetr: 'the UETR', status: 'RJCR', code: 'LEGL', text: null },
    ...{ returned: null, problem: null, ...changes },
    recall: {
      ...{ caseId: null, ownCaseId: 'R1', answerId: null, confirmation: null },
      ...{ amount: { minor: 1050, currency: 'GBP' }, ...recall },
    },
  };
}

const match = (changes: Changes, recalls: readonly SentRecall[] = [RECALL]) =>
  matchRecallAnswer(answer(changes), recalls, ['FPS']);

const WITHOUT_CASE = { recall: { ownCaseId: null } };
const NO_IDS = { messageId: null, instructionId: null, transactionId: null };

describe('matchRecallAnswer', () => {
  it('matches an answer that names the recall and the credit', () => {
    const matched = { position: 4, recallId: 'R1', messageId: MESSAGE, index: 3 };
    expect(match({})).toEqual({ ...matched, meaning: 'refused', code: 'LEGL' });
  });

  it.each<[string, Changes, string]>([
    ['an acceptance', { status: 'ACCR' }, 'accepted'],
    ['a pending answer', { status: 'PDCR' }, 'pending'],
    ['the status of the case', { status: null, recall: { confirmation: 'CNCL' } }, 'accepted'],
    ['both statuses', { status: 'RJCR', recall: { confirmation: 'RJCR' } }, 'refused'],
    ['a partial case', { status: 'ACCR', recall: { confirmation: 'PECR' } }, 'accepted'],
    ['the case of the document', { recall: { caseId: 'R1', ownCaseId: null } }, 'refused'],
    ['the case alone', { ...NO_IDS, endToEndId: null, uetr: null }, 'refused'],
    ['the ids of the credit alone', WITHOUT_CASE, 'refused'],
    ['the TxId alone', { ...NO_IDS, transactionId: CREDIT, ...WITHOUT_CASE }, 'refused'],
    ['no amount', { recall: { amount: null } }, 'refused'],
  ])('accepts %s', (_, changes, meaning) => {
    expect(match(changes)).toMatchObject({ recallId: 'R1', meaning });
  });

  it.each<[string, Changes]>([
    ['malformed', { problem: 'TxCxlSts occurs twice.' }],
    ['unknownRecall', { recall: { ownCaseId: 'R2' } }],
    ['unknownRecall', { ...WITHOUT_CASE, instructionId: `${MESSAGE}-4`, transactionId: null }],
    ['noId', { ...NO_IDS, ...WITHOUT_CASE }],
    ['noId', { ...NO_IDS, instructionId: 'someone else', ...WITHOUT_CASE }],
    ['idsDisagree', { recall: { caseId: 'R2' } }],
    ['idsDisagree', { messageId: 'M2' }],
    ['idsDisagree', { instructionId: `${MESSAGE}-4` }],
    ['idsDisagree', { transactionId: `${MESSAGE}-4` }],
    ['idsDisagree', { transactionId: `${MESSAGE}-4`, ...WITHOUT_CASE }],
    ['idsDisagree', { endToEndId: 'E2E ' }],
    ['idsDisagree', { uetr: 'another' }],
    ['wrongRecallAmount', { recall: { amount: { minor: 1049, currency: 'GBP' } } }],
    ['wrongRecallAmount', { recall: { amount: { minor: 1050, currency: 'EUR' } } }],
    ['noStatus', { status: null }],
    ['unknownStatus', { status: 'ACSC' }],
    ['unknownStatus', { status: 'constructor' }],
    ['unknownStatus', { status: null, recall: { confirmation: 'PECR' } }],
    ['recallStatusDisagrees', { status: 'ACCR', recall: { confirmation: 'RJCR' } }],
    ['recallStatusDisagrees', { status: 'ACCR', recall: { confirmation: 'INFO' } }],
  ])('refuses an answer: %s', (problem, changes) => {
    expect(match(changes)).toBe(problem);
  });

  it('refuses an answer through the exchange of another scheme', () => {
    expect(matchRecallAnswer(answer(), [RECALL], ['SEPA'])).toBe('wrongExchange');
  });

  it('needs the case if a credit was recalled several times', () => {
    const recalls = [RECALL, { ...RECALL, id: 'R2' }];
    expect(match(WITHOUT_CASE, recalls)).toBe('ambiguousRecall');
    expect(match({ recall: { ownCaseId: 'R2' } }, recalls)).toMatchObject({ recallId: 'R2' });
  });
});

const REJECT = { messageId: 'R1', status: 'RJCT', transactions: null, code: 'SCHEMA', text: null };

describe('matchRecallReject', () => {
  it('refuses a recall that the hub rejected as a message', () => {
    expect(matchRecallReject(REJECT, -1, [RECALL], ['FPS'])).toEqual({
      ...{ position: -1, recallId: 'R1', messageId: MESSAGE, index: 3 },
      ...{ meaning: 'refused', code: 'SCHEMA' },
    });
    expect(matchRecallReject(REJECT, -1, [RECALL], ['SEPA'])).toBe('wrongExchange');
    expect(matchRecallReject({ ...REJECT, messageId: 'R2' }, -1, [RECALL], ['FPS'])).toBe(
      undefined,
    );
  });
});

it('recallsNamedBy returns the named recalls and credits', () => {
  const answers = [
    answer({ recall: { caseId: 'R1' } }),
    answer({ instructionId: null, recall: { ownCaseId: null } }),
    answer({ ...NO_IDS, recall: { ownCaseId: 'R2' } }),
  ];
  const credit = { messageId: MESSAGE, index: 3 };
  const slice = { groups: [REJECT], report: null, isLast: true } as const;
  const named = (kind: 'camt.029' | 'admi.002' | 'pacs.002', some = answers) =>
    recallsNamedBy({ ...slice, header: { kind, id: 'HUB-1' }, answers: some });
  expect(named('camt.029')).toEqual({ ids: ['R1', 'R2'], credits: [credit, credit] });
  expect(named('admi.002', [])).toEqual({ ids: ['R1'], credits: [] });
  expect(named('pacs.002', [])).toEqual({ ids: [], credits: [] });
});
