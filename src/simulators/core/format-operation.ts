import type { WireOperation, WireResult } from '../../connections/core-contract.ts';
import { formatAmount } from '../../shared/money.ts';

/** Returns a line about an operation, for example `hold p1.h: 12.50 from 11280001234567: done`. */
export function formatOperation(operation: WireOperation, result: WireResult): string {
  const outcome = result.outcome === 'refused' ? `refused, ${result.reason}` : result.outcome;
  return `${operation.type} ${operation.id}: ${subjectOf(operation)}: ${outcome}`;
}

function subjectOf(operation: WireOperation): string {
  if ('holdId' in operation) return `hold ${operation.holdId}`;
  const direction = operation.type === 'hold' ? 'from' : 'to';
  return `${formatAmount(operation.amountPence)} ${direction} ${operation.account}`;
}
