import { hash } from 'node:crypto';
import type { StoredDocument } from '../../../domain/ports/hub-admin-store.ts';
import { sql, type DbCommand } from '../engine.ts';

/** Number of documents that one query reads, of at most 16 KiB each. */
const DOCUMENTS_READ = 500;

/** Number of the payment hub's documents in the database, and those that were changed. */
export interface DocumentsAudit {
  readonly documents: number;
  readonly changed: readonly { readonly sha256: string; readonly name: string }[];
}

interface Row extends StoredDocument {
  readonly name: string;
  readonly content: Uint8Array;
}

const PAGE = sql<[after: string, most: number], Row>(`
  SELECT sha256, bytes, content, name FROM scheme_delivery
  WHERE sha256 > ? AND content IS NOT NULL ORDER BY sha256 LIMIT ?`);

/** Verifies the documents of the payment hub that are in the database against their SHA-256. */
export function* auditDocuments(): DbCommand<DocumentsAudit> {
  const changed: DocumentsAudit['changed'][number][] = [];
  for (let [documents, after] = [0, '']; ;) {
    const rows = yield* PAGE.all(after, DOCUMENTS_READ);
    for (const { sha256, name, content } of rows) {
      if (hash('sha256', content) !== sha256) changed.push({ sha256, name });
    }
    const last = rows.at(-1);
    if (last === undefined) return { documents, changed };
    documents += rows.length;
    after = last.sha256;
  }
}
