import { account, fileOf, hashOf, payment } from '../../helpers/payment-file.ts';
import { type FamilyCase, type Members, WEDNESDAY } from './family-case.ts';
import { caseOf } from './family-cases.ts';
import { internationalPayments } from './international.ts';

/**
 * Returns a family's test case that pays the given account of 14 digits. The sandbox's scheme
 * answers depending on this account.
 */
export function casePaying(name: string, creditor: string): FamilyCase {
  const found = caseOf(name);
  const { initiation, paymentData } = found;
  switch (name) {
    case 'file-payments': {
      const CreditorAccount = account(creditor, 'Fresco Ltd');
      const file = fileOf([payment(0, { DebtorAccount: undefined, CreditorAccount })]);
      return { ...found, file, initiation: { ...initiation, FileHash: hashOf(file) } };
    }
    case 'international-scheduled-payments': {
      // This family's own test case pays an IBAN in Germany, so use the Initiation of another
      // family.
      const abroad = paying(internationalPayments.initiation, creditor);
      return { ...found, initiation: { ...abroad, RequestedExecutionDateTime: WEDNESDAY } };
    }
    case 'domestic-vrps': {
      const Instruction = paying(paymentData['Instruction'] as Members, creditor);
      return {
        ...found,
        initiation: paying(initiation, creditor),
        paymentData: { ...paymentData, Instruction },
      };
    }
    default:
      return { ...found, initiation: paying(initiation, creditor) };
  }
}

function paying(members: Members, creditor: string): Members {
  const found = members['CreditorAccount'] as Members;
  return { ...members, CreditorAccount: { ...found, Identification: creditor } };
}
