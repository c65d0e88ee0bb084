import { hash } from 'node:crypto';
import { creditIdOf, type CreditName } from '../../domain/schemes/messages.ts';

/** The variant digit of a UUID: two bits are fixed (RFC 9562, 4.1). */
const VARIANT = '89ab';

/**
 * Returns the unique end-to-end transaction reference of a credit (UETR), a version 4 UUID. It is
 * derived from the id of the credit, so that a repeated hand-over has the same reference.
 */
export function uetrOf(credit: CreditName): string {
  const digest = hash('sha256', creditIdOf(credit), 'hex');
  const variant = VARIANT.charAt(Number.parseInt(digest.charAt(16), 16) % VARIANT.length);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    variant + digest.slice(17, 20),
    digest.slice(20, 32),
  ].join('-');
}
