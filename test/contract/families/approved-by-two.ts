import { TWO_APPROVALS } from '../../helpers/payment-file.ts';
import { WEDNESDAY, type FamilyCase } from './family-case.ts';
import { caseOf } from './family-cases.ts';

/**
 * Returns a family's test case with an account that needs two approvals and Dora as the first
 * approver.
 */
export function approvedByTwo(family: string, debtorAccount = TWO_APPROVALS): FamilyCase {
  const familyCase = caseOf(family);
  // Companies cannot pay over SEPA, so this case pays US dollars on the same day instead.
  const initiation =
    family === 'international-scheduled-payments'
      ? { ...caseOf('international-payments').initiation, RequestedExecutionDateTime: WEDNESDAY }
      : familyCase.initiation;
  return { ...familyCase, initiation, customer: { user: 'dora', debtorAccount } };
}
