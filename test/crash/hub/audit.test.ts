import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Story } from '../story.ts';
import { auditMessages, creditsByPayment, type ExecutedCredit } from './audit-credits.ts';
import { auditDocuments, auditOutcomes } from './audit-outcomes.ts';
import type { HubCredit, HubDocument, HubMessage } from './hub-books.ts';
import { keyOf, type ServiceBooks, type ServiceMessage } from './service-books.ts';

/* The audit of the exchange with a payment hub must detect each of these errors. */

const CREDIT: HubCredit = {
  ...{ id: 'M1-0', amount: '1.00', status: 'ACSC', reason: null, returned: '0.00' },
  returnReason: null,
};

const MESSAGE: HubMessage = {
  ...{ id: 'M1', sha256: 'a', state: 'decided', instrument: 'FPS', currency: 'GBP' },
  ...{ total: '1.00', repeats: 0, conflicts: 0, waiting: 0, credits: [CREDIT] },
};

const SENT: ServiceMessage = {
  ...{ id: 'M1', paymentId: 'P1', batch: 0, batchState: 'answered', instrument: 'FPS' },
  ...{ firstIndex: 0, lastIndex: 0, transactions: 1, totalMinor: 100, currency: 'GBP' },
  ...{ handedOverAt: 1, isDue: 1, content: null, sha256: 'a' },
};

const BOOKS: ServiceBooks = {
  ...{
    messages: [SENT],
    enquiries: new Map(),
    outcomes: new Map(),
    refunds: new Map(),
    returns: new Map(),
  },
  ...{ deliveries: new Map(), unusable: [], settledPence: new Map([['FPS', 100]]) },
};

const REJECTED: HubCredit = { ...CREDIT, status: 'RJCT', reason: 'AC01' };
const RETURNED: HubCredit = { ...CREDIT, returned: '1.00', returnReason: 'AC04' };
const REJECTED_BOOKS: ServiceBooks = {
  ...BOOKS,
  outcomes: new Map([['P1 0', { status: 'Rejected', reason: 'AC01' }]]),
  refunds: new Map([[keyOf('returned-credit', 'P1', 0), [100]]]),
  settledPence: new Map([['FPS', 0]]),
};

const document = (kind: HubDocument['kind']): HubDocument => {
  return { number: 1, kind, file: 'H1.xml', messageId: 'M1', sha256: 'd1' };
};

/** Returns an audit of one credit with these records. */
function auditOf(credit: HubCredit, books: ServiceBooks, documents: readonly HubDocument[] = []) {
  const executed: ExecutedCredit = { message: MESSAGE, paymentId: 'P1', index: 0, credit };
  return () => auditOutcomes({ credits: [executed], documents, books });
}

describe('the audit of messages', () => {
  const audited = (changes: Partial<HubMessage>) => () => {
    auditMessages([{ ...MESSAGE, ...changes }], BOOKS);
  };

  it('accepts equal records', () => {
    expect(audited({})).not.toThrow();
  });

  it.each([
    ['two contents for one id', { conflicts: 1 }, 'two contents'],
    ['another content', { sha256: 'b' }, 'another content'],
    ['another total', { total: '2.00' }, 'the hub executed'],
    ['a message that the hub cannot read', { state: 'unreadable' }, 'unreadable'],
    ['an id that the service does not have', { id: 'M2' }, 'The hub does not have M1'],
  ])('detects %s', (_, changes, problem) => {
    expect(audited(changes)).toThrow(problem);
  });

  it('detects a message that the service does not have', () => {
    expect(() => {
      auditMessages([MESSAGE], { ...BOOKS, messages: [] });
    }).toThrow('does not know message M1');
  });

  it('expects a message at the hub only after its scheme has opened', () => {
    const waiting: ServiceMessage = { ...SENT, batchState: 'sent', handedOverAt: null, isDue: 0 };
    const auditOfNone = (message: ServiceMessage) => () => {
      auditMessages([], { ...BOOKS, messages: [message] });
    };
    expect(auditOfNone(waiting)).not.toThrow();
    expect(auditOfNone({ ...waiting, isDue: 1 })).toThrow('The hub does not have M1');
  });

  it('detects an enquiry that the service does not have, and one with another content', () => {
    const sha256 = createHash('sha256').update('content').digest('hex');
    const enquiry: HubMessage = { ...MESSAGE, id: 'E1', state: 'enquiry', sha256, credits: [] };
    const audited = (one: HubMessage, content: string | null) => () => {
      const enquiries = new Map(content === null ? [] : [['E1', content]]);
      auditMessages([MESSAGE, one], { ...BOOKS, enquiries });
    };
    expect(audited(enquiry, 'content')).not.toThrow();
    expect(audited(enquiry, null)).toThrow('does not know enquiry E1');
    expect(audited(enquiry, 'other')).toThrow('another content');
    expect(audited({ ...enquiry, conflicts: 1 }, 'content')).toThrow('another content');
  });

  it('detects a credit in two messages', () => {
    const books = { ...BOOKS, messages: [SENT, { ...SENT, id: 'M2' }] };
    const messages = [MESSAGE, { ...MESSAGE, id: 'M2', credits: [{ ...CREDIT, id: 'M2-0' }] }];
    const noStories: readonly Story[] = [];
    expect(() => creditsByPayment(messages, books, noStories)).toThrow('handed over twice');
  });
});

describe('the audit of outcomes', () => {
  it('accepts equal records', () => {
    expect(auditOf(CREDIT, BOOKS)()).toMatchObject({ credits: 1, rejected: 0 });
    expect(auditOf(REJECTED, REJECTED_BOOKS)()).toMatchObject({ rejected: 1 });
  });

  it('detects a rejected credit that is paid in the books, and the reverse', () => {
    expect(auditOf(REJECTED, BOOKS)).toThrow('is paid');
    expect(auditOf(CREDIT, REJECTED_BOOKS)).toThrow('is Rejected AC01');
  });

  it('detects a refund that is missing, repeated or too small', () => {
    for (const refunds of [[], [100, 100], [99]]) {
      const key = keyOf('returned-credit', 'P1', 0);
      const books = { ...REJECTED_BOOKS, refunds: new Map([[key, refunds]]) };
      expect(auditOf(REJECTED, books)).toThrow('Credit 0 of P1');
    }
  });

  it('detects a return that was not booked, unless it was set aside', () => {
    const withReturn = (problem: string | null) => {
      return { ...BOOKS, returns: new Map([[keyOf('M1', 0), problem]]) };
    };
    expect(auditOf(RETURNED, BOOKS)).toThrow('is paid');
    expect(auditOf(RETURNED, withReturn(null))).toThrow('is paid');
    expect(auditOf(RETURNED, withReturn('notOwned'))()).toMatchObject({ setAside: 1 });
  });

  it('detects a contradiction that was not set aside', () => {
    const documents = [document('contradiction')];
    expect(auditOf(REJECTED, REJECTED_BOOKS, documents)).toThrow('was not set aside');
    const row = { delivery: 'd1', problem: 'acceptedAfterRejection', messageId: 'M1', index: 0 };
    const books = { ...REJECTED_BOOKS, unusable: [row] };
    expect(auditOf(REJECTED, books, documents)).not.toThrow();
  });

  it('detects a wrong settlement account', () => {
    const books = { ...BOOKS, settledPence: new Map([['FPS', 200]]) };
    expect(auditOf(CREDIT, books)).toThrow('The settlement account of FPS has 200 pence');
  });
});

describe('the audit of documents', () => {
  const audited = (kind: HubDocument['kind'], deliveries: ServiceBooks['deliveries']) => () => {
    auditDocuments({ documents: [document(kind)], books: { ...BOOKS, deliveries } });
  };
  const taken = new Map([['d1', { state: 'taken', code: null }]]);

  it('detects a document that was lost', () => {
    expect(audited('answer', taken)).not.toThrow();
    expect(audited('answer', new Map())).toThrow('never stored H1.xml');
  });

  it('detects a malformed document that was taken', () => {
    expect(audited('malformed', taken)).toThrow('is taken');
  });

  it('detects an answer to an unknown credit that was not set aside', () => {
    expect(audited('unknown', taken)).toThrow('was not set aside');
  });
});
