import { describe, expect, it } from 'vitest';
import {
  formatPayeeAnswer,
  formatPayeeCheck,
  payeeWarnings,
} from '../../../../src/domain/messages/payee-text.ts';
import { piecesOf, type RichText } from '../../../../src/domain/messages/rich-text.ts';
import {
  countOutcomes,
  isOutage,
  type HolderKind,
  type PayeeAnswer,
  type PayeeCheck,
  type UncheckedReason,
} from '../../../../src/domain/parties/payee-check.ts';

const MATCH: PayeeAnswer = { outcome: 'match', kind: null };
const NO_MATCH: PayeeAnswer = { outcome: 'noMatch' };

function closeMatch(actualName: string, kind: HolderKind | null = null): PayeeAnswer {
  return { outcome: 'closeMatch', actualName, kind };
}

function unchecked(reason: UncheckedReason): PayeeAnswer {
  return { outcome: 'cannotBeChecked', reason };
}

function checkOf(answers: readonly PayeeAnswer[], kind: HolderKind | null = null): PayeeCheck {
  const question = { name: 'Jo', account: '20000000000001', secondary: '', currency: 'GBP' };
  const payees = answers.map((answer) => ({ question: { ...question, kind }, answer }));
  return { askedAt: 0, payees, isComplete: true };
}

function plain(text: RichText): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.userText}]`))
    .join('');
}

describe('the text of a name check', () => {
  it('says in one line what was found', () => {
    const lines = [
      MATCH,
      { outcome: 'match', kind: 'business' } as const,
      closeMatch('Joe', 'personal'),
      NO_MATCH,
    ].map((answer) => plain(formatPayeeAnswer(answer)));
    expect(lines).toEqual([
      'The name matches the account',
      'The name matches the account, which is a business account',
      'Close match: the name of the account is [Joe], a personal account',
      'No match: the account has another name',
    ]);
  });

  it('warns about everything but a match', () => {
    const warnings = (answer: PayeeAnswer, kind: HolderKind | null = null) =>
      payeeWarnings(checkOf([answer], kind), false).map(plain);
    expect(warnings(MATCH)).toEqual([]);
    expect(warnings(closeMatch('Joe'))).toEqual([
      expect.stringMatching(/similar, but not the same\. The name of the account is \[Joe\]\. If/),
    ]);
    expect(warnings(closeMatch('Jo', 'business'), 'personal')).toEqual([
      expect.stringMatching(/^This is a business account of \[Jo\], not a personal account\. If/),
    ]);
    expect(warnings(NO_MATCH)).toEqual([expect.stringContaining('may go to somebody else')]);
    expect(warnings(unchecked('accountNotFound'))[0]).not.toContain('can still approve');
    for (const reason of ['notReachable', 'timedOut'] as const) {
      expect(checkOf([unchecked(reason)]).payees.every(isOutage)).toBe(true);
      expect(warnings(unchecked(reason))[0]).toContain('reload this page in a minute');
    }
    for (const reason of ['optedOut', 'notSupported'] as const) {
      expect(warnings(unchecked(reason))[0]).toMatch(/You can still approve/);
      expect(warnings(unchecked(reason))[0]).not.toContain('reload');
    }
  });

  it('lists the payees of a file whose names do not match, and counts the others', () => {
    const answers = [MATCH, NO_MATCH, NO_MATCH, closeMatch('Joe'), unchecked('optedOut')];
    const check = checkOf(answers);
    expect(formatPayeeCheck({ ...check, isComplete: false }, true).map(plain)).toEqual([
      '1 of 5 checked names match their accounts',
      '[Jo], 20-00-00 00000001: No match: the account has another name',
      '[Jo], 20-00-00 00000001: No match: the account has another name',
      '[Jo], 20-00-00 00000001: Close match: the name of the account is [Joe]',
      '[Jo], 20-00-00 00000001: Not checked: name checks are not possible for this account',
      'We checked the new payees with the largest payments, but not the other new payees',
    ]);
    expect(payeeWarnings(check, true).map(plain)).toEqual([
      expect.stringMatching(
        /^The names of 2 payees and the names of their accounts do not match\./,
      ),
      expect.stringMatching(
        /^The name of 1 payee and the name of the account do not match exactly/,
      ),
      expect.stringMatching(/^We could not check 1 name of payees\. You can still approve\./),
    ]);
    expect(countOutcomes(check)).toBe('match 1, closeMatch 1, noMatch 2, cannotBeChecked 1');
    expect(formatPayeeCheck(checkOf([MATCH, MATCH]), true)).toEqual([
      '2 of 2 checked names match their accounts',
    ]);
  });
});
