import { TWO_APPROVALS } from '../../helpers/payment-file.ts';
import { WEDNESDAY, type FamilyCase } from './family-case.ts';
import { caseOf } from './family-cases.ts';

/**
 * Returns a family's case with Dora as the first approver of an account that needs two approvals.
 */
export function approvedByTwo(family: string, debtorAccount = TWO_APPROVALS): FamilyCase {
  const familyCase = caseOf(family);
  // Companies cannot pay over SEPA, so this pays dollars on that day instead.
  const initiation =
    family === 'international-scheduled-payments'
      ? { ...caseOf('international-payments').initiation, RequestedExecutionDateTime: WEDNESDAY }
      : familyCase.initiation;
  return { ...familyCase, initiation, customer: { user: 'dora', debtorAccount } };
}
