import type { Field } from '../rows/model.ts';

/** Names of columns in English, German and French, without spaces, accents and signs. */
const SYNONYMS: Readonly<Record<Field, string>> = {
  name:
    'name payee payeename beneficiary beneficiaryname creditor creditorname recipient ' +
    'recipientname supplier suppliername vendor vendorname employee employeename accountname ' +
    'accountholder fullname paidto payto empfanger empfaenger empfangername zahlungsempfanger ' +
    'begunstigter kontoinhaber lieferant nom beneficiaire nomdubeneficiaire destinataire ' +
    'fournisseur titulaire creancier',
  'sort-code':
    'sortcode sort sc scode sortcodeno bankcode banksortcode payeesortcode beneficiarysortcode ' +
    'creditorsortcode destinationsortcode sortiercode bankleitzahl codebanque codeguichet',
  'account-number':
    'accountnumber accountno accno accnumber acctno acctnumber accountnum acnumber acno ' +
    'bankaccount bankaccountnumber bankaccountno payeeaccountnumber beneficiaryaccountnumber ' +
    'creditoraccountnumber destinationaccount destinationaccountnumber kontonummer kontonr ' +
    'numerodecompte nocompte',
  account:
    'account accountidentification payeeaccount beneficiaryaccount creditoraccount konto compte',
  iban: 'iban payeeiban beneficiaryiban creditoriban ibannumber ibanbeneficiaire ibanempfanger',
  amount:
    'amount amountgbp gbpamount gbp value sum total paymentamount amountdue netamount payment ' +
    'netpay netpayment amountpayable invoiceamount betrag summe betraggbp zahlbetrag montant ' +
    'somme montantgbp',
  currency: 'currency ccy curr currencycode wahrung waehrung devise monnaie',
  reference:
    'reference ref paymentreference paymentref payeereference payeeref beneficiaryreference ' +
    'yourreference invoice invoiceno invoicenumber invoiceref invoicereference remittance ' +
    'statementreference verwendungszweck referenz rechnung rechnungsnummer facture nofacture ' +
    'numerodefacture',
  text:
    'text description details narrative notes note memo message remittanceinformation ' +
    'unstructured beschreibung buchungstext libelle motif communication',
  'end-to-end-id':
    'endtoendid endtoend endtoendidentification e2e e2eid endtoendreference endezuendereferenz',
  'instruction-id': 'instructionid instructionidentification instrid paymentid transactionid',
  date:
    'date paymentdate paydate valuedate duedate processingdate executiondate ' +
    'requestedexecutiondate requestedexecutiondatetime settlementdate datum zahlungsdatum ' +
    'valuta falligkeit faelligkeit ausfuhrungsdatum datedepaiement datedexecution datevaleur ' +
    'echeance',
  scheme: 'scheme localinstrument paymentmethod paymenttype paymentscheme method zahlungsart',
  debtor: 'debtor debtoraccount fromaccount payeraccount sourceaccount ouraccount debitaccount',
  'debtor-sort-code':
    'debtorsortcode fromsortcode payersortcode sourcesortcode oursortcode debitsortcode ' +
    'originatingsortcode',
  'debtor-account-number':
    'debtoraccountnumber fromaccountnumber payeraccountnumber sourceaccountnumber ' +
    'ouraccountnumber debitaccountnumber originatingaccountnumber originatingaccount',
  'roll-number': 'rollnumber rollno buildingsocietynumber secondaryidentification',
};

const FIELD_OF: ReadonlyMap<string, Field> = new Map(
  (Object.entries(SYNONYMS) as [Field, string][]).flatMap(([field, names]) =>
    [...names.split(' '), field.replaceAll('-', '')].map((name) => [name, field] as const),
  ),
);

/** Returns the field that the name of a column probably means. */
export function fieldCalled(column: string): Field | undefined {
  const plain = column
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\([^)]*\)/gu, '')
    .replace(/[^a-z0-9]/g, '');
  return FIELD_OF.get(plain);
}
