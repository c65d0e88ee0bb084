import { TWO_APPROVALS } from '../../helpers/payment-file.ts';
import { WEDNESDAY, type FamilyCase } from './family-case.ts';
import { caseOf } from './family-cases.ts';

/** A family's case, where Dora is the first to approve, for an account that needs more. */
export function approvedByTwo(family: string, debtorAccount = TWO_APPROVALS): FamilyCase {
  const familyCase = caseOf(family);
  // Over SEPA companies cannot pay: dollars are paid on that day instead.
  const initiation =
    family === 'international-scheduled-payments'
      ? { ...caseOf('international-payments').initiation, RequestedExecutionDateTime: WEDNESDAY }
      : familyCase.initiation;
  return { ...familyCase, initiation, customer: { user: 'dora', debtorAccount } };
}
