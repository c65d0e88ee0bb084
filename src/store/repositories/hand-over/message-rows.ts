import type { MessageContent } from '../../../domain/schemes/hand-over.ts';

/** The columns that contain the bytes of a message, or name the file with them. */
export interface ContentRow {
  readonly content: string | null;
  readonly sha256: string | null;
  readonly bytes: number | null;
}

/** Returns the content of a stored message. */
export function contentOf({ content: text, sha256, bytes }: ContentRow): MessageContent {
  if (text !== null) return { kind: 'text', text };
  return { kind: 'file', file: { sha256: sha256 ?? '', bytes: bytes ?? 0 } };
}

/**
 * SQL condition on `scheme_message`: its batch was sent. A message whose batch was abandoned before
 * is never handed over.
 */
export const IS_SENT = `EXISTS (SELECT 1 FROM batch
  WHERE batch.payment_id = scheme_message.payment_id AND batch.number = scheme_message.batch
    AND batch.state = 'sent')`;
