import type { CheckedPayee, PayeeAnswer, PayeeCheck } from '../parties/payee-check.ts';
import { formatAccount, formatCount, formatNumber } from './format.ts';
import { richText, userText, type RichText } from './rich-text.ts';

const CHECK_FIRST =
  'Check the account details with the payee before you approve, for example by a call to a number ' +
  'that you know.';

const UNCHECKED = {
  accountNotFound: 'Not checked: the payee’s bank found no such account',
  optedOut: 'Not checked: name checks are not possible for this account',
  notReachable: 'Not checked: the check is not available at the moment',
  timedOut: 'Not checked: the payee’s bank did not answer in time',
  notSupported: 'Not checked: we can check only UK accounts that are paid in pounds',
} as const;

/** Returns the result of a name check in one line. */
export function formatPayeeAnswer(answer: PayeeAnswer): RichText {
  switch (answer.outcome) {
    case 'match': {
      const kind = answer.kind === null ? '' : `, which is a ${answer.kind} account`;
      return `The name matches the account${kind}`;
    }
    case 'closeMatch': {
      const kind = answer.kind === null ? '' : `, a ${answer.kind} account`;
      return richText`Close match: the name of the account is ${userText(answer.actualName)}${kind}`;
    }
    case 'noMatch':
      return 'No match: the account has another name';
    case 'cannotBeChecked':
      return UNCHECKED[answer.reason];
  }
}

/** Returns the lines of the summary with the results of the name checks. */
export function formatPayeeCheck(
  { payees, isComplete }: PayeeCheck,
  isFile: boolean,
): readonly RichText[] {
  const [first] = payees;
  if (!isFile) return first === undefined ? [] : [formatPayeeAnswer(first.answer)];
  const others = payees.filter(({ answer }) => answer.outcome !== 'match');
  const matched = formatNumber(payees.length - others.length);
  return [
    `${matched} of ${formatCount(payees.length, 'checked name')} match their accounts`,
    ...others.map(
      ({ question: { name, account }, answer }) =>
        richText`${userText(name)}, ${formatAccount(account)}: ${formatPayeeAnswer(answer)}`,
    ),
    ...(isComplete
      ? []
      : ['We checked the new payees with the largest payments, but not the other new payees']),
  ];
}

/** Returns what the customer should do about names that do not match their accounts. */
export function payeeWarnings({ payees }: PayeeCheck, isFile: boolean): readonly RichText[] {
  const [first] = payees;
  if (!isFile) return first === undefined ? [] : warningOf(first);
  const of = (outcome: PayeeAnswer['outcome']): number =>
    payees.filter(({ answer }) => answer.outcome === outcome).length;
  const different = of('noMatch');
  const close = of('closeMatch');
  const unchecked = of('cannotBeChecked');
  return [
    ...(different === 0 ? [] : [`${namesOf(different)} not match. ${RISK} ${SEE}`]),
    ...(close === 0 ? [] : [`${namesOf(close)} not match exactly. ${SEE}`]),
    ...(unchecked === 0
      ? []
      : [
          `We could not check ${formatCount(unchecked, 'name')} of payees. You can still approve. ${SEE}`,
        ]),
  ];
}

const RISK = 'The money may go to somebody else, and we may not be able to get it back.';
const SEE = `See “Name check” below. ${CHECK_FIRST}`;

function namesOf(count: number): string {
  return count === 1
    ? 'The name of 1 payee and the name of the account do'
    : `The names of ${formatNumber(count)} payees and the names of their accounts do`;
}

function warningOf({ question, answer }: CheckedPayee): readonly RichText[] {
  switch (answer.outcome) {
    case 'match':
      return [];
    case 'closeMatch':
      return [closeWarning(question.kind, answer)];
    case 'noMatch':
      return [
        `The name of the payee and the name of the account do not match. ${RISK} ${CHECK_FIRST}`,
      ];
    case 'cannotBeChecked':
      return [uncheckedWarning(answer.reason)];
  }
}

function closeWarning(
  expected: CheckedPayee['question']['kind'],
  { actualName, kind }: Extract<PayeeAnswer, { outcome: 'closeMatch' }>,
): RichText {
  const pay = 'If you want to pay this account holder, you can approve.';
  if (kind !== null && expected !== null && kind !== expected) {
    return richText`This is a ${kind} account of ${userText(actualName)}, not a ${expected} account. ${pay} Otherwise: ${CHECK_FIRST}`;
  }
  return richText`The name of the payee and the name of the account are similar, but not the same. The name of the account is ${userText(actualName)}. ${pay} Otherwise: ${CHECK_FIRST}`;
}

function uncheckedWarning(reason: keyof typeof UNCHECKED): string {
  if (reason === 'accountNotFound') {
    return `The payee’s bank found no account with this sort code and account number. ${CHECK_FIRST}`;
  }
  const isOutage = reason === 'notReachable' || reason === 'timedOut';
  const again = isOutage ? ' To try again, reload this page in a minute.' : '';
  return `We could not check the name of the account.${again} You can still approve. ${CHECK_FIRST}`;
}
