import { valueAt } from '../../contract/faults.ts';
import { clearingCodeOf } from '../../contract/international/ncc.ts';
import {
  addressOf,
  changed,
  DOMESTIC_FORM,
  isObject,
  withInitiation,
  type Form,
  type Json,
} from './stored-form.ts';

/** Matches the SchemeName of a bank that a national clearing code identifies. */
const CLEARING_SCHEME = /^UK\.OBIE\.NCC\.([A-Z]{2})$/;

/** Returns true if a SchemeName of a CreditorAgent is that of a national clearing code. */
export function isClearingScheme(name: string): boolean {
  return CLEARING_SCHEME.test(name);
}

/**
 * The conversions of international payments. In v4.0 the purpose is in `Risk`, the country has a
 * field of its own, and a national clearing code is the identification of the creditor's bank. In
 * the stored form these are `Purpose` and `SupplementaryData`.
 */
export const INTERNATIONAL_FORM: Form = {
  toStored(body) {
    const purpose = valueAt(body, ['Risk', 'PaymentPurposeCode']);
    return withInitiation(DOMESTIC_FORM.toStored(body), (initiation) => ({
      ...initiation,
      ...(purpose === undefined ? {} : { Purpose: purpose }),
      ...destinationOf(initiation),
    }));
  },
  fromStored(request) {
    const Purpose = valueAt(request.Data, ['Initiation', 'Purpose']);
    const converted = withInitiation(DOMESTIC_FORM.fromStored(request), (initiation) => {
      const others = Object.entries(initiation).filter(([name]) => name !== 'Purpose');
      return ['Creditor', 'CreditorAgent'].reduce(
        (result, party) =>
          changed(result, party, (object) => changed(object, 'PostalAddress', addressOf)),
        Object.fromEntries(others),
      );
    });
    if (Purpose === undefined) return converted as object;
    return changed(converted as object, 'Risk', (risk) => ({
      PaymentPurposeCode: Purpose,
      ...risk,
    }));
  },
  pathOf(path, body) {
    const of = (member: string) => `Data.Initiation.${member}`;
    const supplementary = valueAt(body, ['Data', 'Initiation', 'SupplementaryData']);
    const isSent = (member: string) => isObject(supplementary) && member in supplementary;
    switch (path) {
      case of('Purpose'):
        return 'Risk.PaymentPurposeCode';
      case of('SupplementaryData.DestinationCountry'):
        return isSent('DestinationCountry') ? path : of('DestinationCountryCode');
      case of('SupplementaryData.NCCCode'):
        return isSent('NCCCode') ? path : of('CreditorAgent.SchemeName');
      case of('SupplementaryData.NCCIdentification'):
        return isSent('NCCIdentification') ? path : of('CreditorAgent.Identification');
      default:
        return DOMESTIC_FORM.pathOf(path, body);
    }
  },
};

/** Returns the country and the creditor's bank in the stored form. */
function destinationOf(initiation: Json): Json {
  const { CreditorAgent: agent, DestinationCountryCode, SupplementaryData } = initiation;
  const supplementaryData = SupplementaryData === undefined ? {} : SupplementaryData;
  if (!isObject(supplementaryData)) return {};
  const country =
    DestinationCountryCode === undefined ? {} : { DestinationCountry: DestinationCountryCode };
  const supplementary = { ...country, ...supplementaryData };
  if (!isObject(agent) || typeof agent['SchemeName'] !== 'string') {
    return { SupplementaryData: supplementary };
  }
  const { SchemeName, Identification, ...bank } = agent;
  const clearingCountry = CLEARING_SCHEME.exec(agent['SchemeName'])?.[1];
  if (clearingCountry === undefined) return { SupplementaryData: supplementary };
  const NCCCode = clearingCodeOf(clearingCountry) ?? SchemeName;
  return {
    SupplementaryData: { ...supplementary, NCCCode, NCCIdentification: Identification },
    CreditorAgent: Object.keys(bank).length === 0 ? undefined : bank,
  };
}
