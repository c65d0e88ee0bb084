import type { BankChange, CoreOperation } from '../domain/ports/core-banking.ts';
import { accountState } from '../domain/parties/accounts.ts';
import { MAX_TEXT, type WireChange } from './core-contract.ts';

/** Returns an operation as the core gets it. A post names its hold only. Long texts are cut. */
export function wireOperation(operation: CoreOperation): unknown {
  if (operation.type === 'release') return operation;
  if (operation.type === 'post') {
    const { type, id, holdId } = operation;
    return { type, id, holdId };
  }
  const { reference, counterparty } = operation;
  return { ...operation, reference: cut(reference), counterparty: cut(counterparty) };
}

/** Cuts a text to the length that the contract allows. Surrogate pairs stay whole. */
function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns a change of the core as the service stores it. */
export function changeOf(change: WireChange): BankChange {
  if (change.kind === 'user') return change;
  if (change.kind === 'account') {
    const { closed, blocked = false, ...account } = change.account;
    return { kind: 'account', account: { ...account, state: accountState(closed, blocked) } };
  }
  const { address, ...customer } = change.customer;
  if (address === null) return { kind: 'customer', customer: { ...customer, address } };
  const { street, building, postCode, town, country } = address;
  return {
    kind: 'customer',
    customer: {
      ...customer,
      address: {
        ...(street === undefined ? {} : { StreetName: street }),
        ...(building === undefined ? {} : { BuildingNumber: building }),
        ...(postCode === undefined ? {} : { PostCode: postCode }),
        TownName: town,
        Country: country,
      },
    },
  };
}
