import type { CreditIds } from '../recalls/recall-books.ts';

/*
 * Forms of documents and of names. A planned document stores the number of its form, so that it is
 * the same when it is delivered again.
 */

/** Number of ways to name a credit: by all its ids, by InstrId alone, or by TxId alone. */
export const NAMING_VARIANTS = 3;

/**
 * Returns the ids with which an answer names a credit. 0: all, 1: InstrId, 2: TxId. Uses all ids if
 * the credit has no such id.
 */
export function namedBy(ids: CreditIds, variant: number): CreditIds {
  const { instructionId, endToEndId, transactionId, uetr } = ids;
  const none = { instructionId: null, endToEndId: null, transactionId: null, uetr: null };
  if (variant === 1 && instructionId !== null) return { ...none, instructionId };
  if (variant === 2 && transactionId !== null) return { ...none, transactionId };
  return { instructionId, endToEndId, transactionId, uetr };
}

/** Number of forms of an answer to something unknown: an unknown message, or an unknown credit. */
export const UNKNOWN_VARIANTS = 2;

/** Number of forms of a malformed document. */
export const MALFORMED_VARIANTS = 4;

/** Returns the pieces of a document in a form that a reader has to reject. */
export function malform(pieces: readonly string[], variant: number): readonly string[] {
  switch (variant) {
    case 0:
      // The document ends before its end tags, as after a lost connection.
      return pieces.slice(0, -1);
    case 1:
      return pieces.map((piece, index) =>
        index === 0
          ? piece.replace('<Document', '<!DOCTYPE Document [<!ENTITY s "RJCT">]>\n<Document')
          : piece.replaceAll('<TxSts>RJCT</TxSts>', '<TxSts>&s;</TxSts>'),
      );
    case 2:
      return pieces.map((piece) => piece.replace('</GrpHdr>', '</GrpHead>'));
    default:
      return ['<html><body><h1>502 Bad Gateway</h1></body></html>\n'];
  }
}
