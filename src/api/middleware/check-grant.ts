import type { Operation } from '../../contract/operations.ts';
import type { Grant } from '../../domain/records/records.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';

const MESSAGES = {
  client: "This operation requires the TPP's own token (client credentials).",
  customer: "This operation requires the token of the customer's approval.",
} as const;

/**
 * Rejects the request with 403 if its token has the wrong kind of grant for the operation (rules,
 * 9.3).
 */
export function checkGrant(grant: Grant, operation: Pick<Operation, 'grant'>): Refusal | undefined {
  if (grant.kind === operation.grant) return undefined;
  return refuse(403, 'headerInvalid', MESSAGES[operation.grant], { path: 'Authorization' });
}
