import { MAX_REASON_CHARACTERS } from '../domain/records/operators.ts';

/** Returns the number in a field of a form. Undefined if it is not a positive integer. */
export function numberIn(fields: URLSearchParams, name: string): number | undefined {
  const value = fields.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
}

/** Returns the reason in a form. Undefined if it is missing or too long. */
export function reasonIn(fields: URLSearchParams): string | undefined {
  const reason = (fields.get('reason') ?? '').trim();
  return reason === '' || reason.length > MAX_REASON_CHARACTERS ? undefined : reason;
}
