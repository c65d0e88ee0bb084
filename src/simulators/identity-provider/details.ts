import { hash } from 'node:crypto';
import { z } from 'zod';
import { textOf } from './forms.ts';

/** An authorization detail, as the service sends it (docs/integration/sign-in.md). */
export const DetailSchema = z.object({
  type: z.literal('payment_approval'),
  headline: z.string().min(1),
  lines: z.array(z.object({ label: z.string(), values: z.array(z.string()) })),
  linked_to: z.string().min(1),
});
export type Detail = z.output<typeof DetailSchema>;

export const Details = z.array(DetailSchema);

/** Returns the details in a parameter of a request. */
export function detailsIn(parameter: unknown): readonly Detail[] {
  return parameter === undefined ? [] : Details.parse(JSON.parse(textOf(parameter)));
}

/** Returns the digest of authorization details: SHA-256 of their canonical JSON (RFC 8785). */
export function digestOf(details: readonly Detail[]): string {
  const sorted = JSON.stringify(details, (_, value: unknown) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
  return hash('sha256', sorted, 'base64url');
}
