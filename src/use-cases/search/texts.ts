import type { Order } from '../../domain/execution/order.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { SearchField, SearchTexts } from '../../domain/ports/search-index.ts';
import type { MinorUnits } from '../../shared/money.ts';
import type { FileFacts } from '../../domain/records/payment.ts';

/** Returns the field for an amount in minor units of its currency. */
function amountField(minor: MinorUnits, currency: string): SearchField {
  return { name: 'amount', text: `${String(minor)} ${currency}` };
}

/** Returns the searchable texts of an order. */
export function orderTexts(order: Order, debtorAccount: AccountNumber | null): SearchTexts {
  const { parties, currency, amounts, ultimateCreditor = '', ultimateDebtor = '' } = order;
  const { creditorName, reference, unstructured } = parties;
  return {
    fields: [
      { name: 'identification', text: parties.endToEndIdentification },
      { name: 'identification', text: parties.instructionIdentification },
      { name: 'reference', text: reference },
      { name: 'reference', text: unstructured },
      { name: 'account', text: parties.creditor },
      { name: 'account', text: debtorAccount ?? '' },
      ...amounts.map((amount) => amountField(amount, currency)),
    ],
    names: [creditorName, reference, unstructured, ultimateCreditor, ultimateDebtor],
  };
}

/** A file, with the searchable properties of its consent. */
interface WholeFile {
  readonly facts: FileFacts;
  /** FileReference of the consent. Null if it has none. */
  readonly reference: string | null;
  readonly debtorAccount: AccountNumber | null;
}

/** Returns the searchable texts of a file as a whole, without those of its payments. */
export function fileTexts({ facts, reference, debtorAccount }: WholeFile): SearchTexts {
  return {
    fields: [
      { name: 'identification', text: facts.message?.id ?? '' },
      { name: 'reference', text: reference ?? '' },
      { name: 'account', text: debtorAccount ?? '' },
      amountField(facts.totalPence, 'GBP'),
    ],
    names: [reference ?? ''],
  };
}
