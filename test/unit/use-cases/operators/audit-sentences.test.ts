import { describe, expect, it } from 'vitest';
import { actorOf, type StoredAuditEntry } from '../../../../src/domain/records/audit.ts';
import { withAudit } from '../../../../src/use-cases/operators/timeline/audit-sentences.ts';
import { component, entryOf } from '../../../../src/use-cases/operators/timeline/timeline-entry.ts';

const ANNA = actorOf({ kind: 'operator', id: 'claimed:anna/501' }, { address: '10.0.0.1' });

function audited(more: Partial<StoredAuditEntry>): StoredAuditEntry {
  const detail = JSON.stringify({ step: 'send', batch: 2 });
  const entry = { sequence: 7, at: 100, recordedAt: 101, by: ANNA, subject: 'fp-1', detail };
  return { ...entry, action: 'workResumed', ...more };
}

const HELD = entryOf({
  ...{ at: 100, kind: 'screening', actor: component('screening'), text: 'Held.' },
  ...{ links: { caseId: 3 }, audited: ['screeningHeld 3'] },
});

describe('withAudit', () => {
  it('adds an action that no row describes', () => {
    expect(withAudit([], [audited({})], null)).toMatchObject([
      {
        ...{ at: 100, kind: 'operator', actor: { kind: 'operator', id: 'claimed:anna/501' } },
        text: 'An operator let the step send of batch 2 run again.',
        links: { auditEntry: 7 },
      },
    ]);
  });

  it('gives an entry about the same action its actor and its number', () => {
    const detail = JSON.stringify({ caseId: 3 });
    const entries = withAudit([HELD], [audited({ action: 'screeningHeld', detail })], null);
    expect(entries).toMatchObject([
      { text: 'Held.', actor: { id: 'claimed:anna/501' }, links: { caseId: 3, auditEntry: 7 } },
    ]);
  });

  it.each([
    ['another case', { detail: JSON.stringify({ caseId: 4 }) }],
    ['another time', { at: 99, detail: JSON.stringify({ caseId: 3 }) }],
    ['another action', { action: 'screeningEnded', detail: JSON.stringify({ caseId: 3 }) }],
  ])('does not merge an entry about %s', (_, more) => {
    const entries = withAudit([HELD], [audited({ action: 'screeningHeld', ...more })], null);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toEqual(HELD);
  });

  it('names the cases of a hold whose entries are left out', () => {
    const held = audited({ action: 'paymentHeld', detail: JSON.stringify({ cases: '1-3 7' }) });
    expect(withAudit([], [held], null)).toMatchObject([
      { kind: 'screening', text: 'An operator held parts of the payment (cases 1-3 7).' },
    ]);
  });

  it('adds the reason of the operator who confirms a decision', () => {
    const detail = JSON.stringify({ caseId: 3, decision: 'reject', reason: 'It is a fraud.' });
    const decided = { ...HELD, text: 'Decided.', audited: ['screeningDecided 3'] };
    const entries = withAudit([decided], [audited({ action: 'screeningDecided', detail })], null);
    expect(entries).toMatchObject([{ text: 'Decided. Reason: It is a fraud.' }]);
  });

  it.each(['{"step":', 'null', '7', '[]'])(
    'adds an entry with the changed details %s',
    (detail) => {
      expect(withAudit([], [audited({ detail })], null)).toMatchObject([
        { text: 'An operator let the step unknown of batch unknown run again.' },
      ]);
    },
  );

  it('leaves out returns of other payments of the file', () => {
    const detail = JSON.stringify({ index: 4, reason: 'AC04' });
    const returned = audited({ action: 'creditReturned', detail });
    expect(withAudit([], [returned], 3)).toEqual([]);
    expect(withAudit([], [returned], 4)).toHaveLength(1);
    expect(withAudit([], [returned], null)).toHaveLength(1);
  });

  it('leaves out other payments under the consent, and commands, which may be refused', () => {
    const other = audited({ action: 'paymentSubmitted', subject: 'fp-2' });
    const shown = audited({ action: 'operatorCommand', subject: 'payment-show' });
    const held = audited({ action: 'operatorCommand', subject: 'payment-hold' });
    expect(withAudit([], [other, shown, held], null)).toEqual([]);
  });

  it.each(['paymentViewed', 'fileViewed', 'paymentsSearched'] as const)(
    'leaves out %s',
    (action) => {
      expect(withAudit([], [audited({ action })], null)).toEqual([]);
    },
  );

  it('describes the proposals of operators', () => {
    const ofStep = JSON.stringify({ proposal: 5, action: 'abandonWork', paymentId: 'fp-1' });
    const ofConsent = JSON.stringify({ proposal: 6, action: 'endPermission' });
    const entries = withAudit(
      [],
      [
        audited({ action: 'actionProposed', subject: '12', detail: ofStep }),
        audited({ action: 'actionConfirmed', subject: '12', detail: ofStep }),
        audited({ action: 'actionWithdrawn', subject: 'vrp-1', detail: ofConsent }),
      ],
      null,
    );
    expect(entries.map(({ kind, text }) => [kind, text])).toEqual([
      ['proposal', 'An operator proposed to abandon step 12 (proposal 5).'],
      ['proposal', 'An operator confirmed the proposal to abandon step 12 (proposal 5).'],
      ['proposal', 'The proposal to end the permission (proposal 6) was withdrawn.'],
    ]);
  });

  it('names an action that this version does not know', () => {
    const unknown = audited({ action: 'somethingNew', detail: null });
    expect(withAudit([], [unknown], null)).toMatchObject([{ text: 'somethingNew.' }]);
  });
});
