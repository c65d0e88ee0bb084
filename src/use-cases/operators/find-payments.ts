import { termMatcher, type TextMatcher } from '../../domain/search/match.ts';
import { queryTerms } from '../../domain/search/query-terms.ts';
import type {
  LocatedPayments,
  LocateRequest,
  SearchSegment,
  SearchSource,
  SearchTerm,
} from '../../domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import type {
  FoundByOperator,
  MatchedPayment,
  PaymentQuery,
} from '../../domain/records/operator-search.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import { partsOfUetr } from '../../domain/schemes/uetr.ts';
import { SECOND_MS, type Instant, type Milliseconds } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { lookUpSegments } from '../search/look-up.ts';
import { paymentSource } from '../search/sources.ts';
import {
  loadConsent,
  loadPayment,
  paymentOfFile,
  textsOf,
  wholePayment,
  type LoadedPayment,
} from './matched-payment.ts';

/** Maximum time of a search in milliseconds. Then it returns the payments found so far. */
const MAX_SEARCH_MS: Milliseconds = 20 * SECOND_MS;

/** Maximum number of audit entries that are not in the index and are read by a search. */
const MAX_TAIL_ENTRIES = 4096;

/** Number of audit entries that are read at once. */
const TAIL_PAGE_ENTRIES = 1024;

type SearchParts = Pick<
  UseCaseParts,
  'store' | 'paymentSource' | 'workers' | 'searchIndex' | 'stopwatch' | 'observe'
>;

/**
 * Finds payments of all types, also those in files. Looks for ids of the service, then reads the
 * newest audit entries, which are not in the index yet, and then the segments of the index, newest
 * first. Each source is compared itself, because the index only contains hashes.
 */
export async function findPayments(
  parts: SearchParts,
  query: PaymentQuery,
  now: Instant,
): Promise<FoundByOperator> {
  const { store } = parts;
  const search = new Search(parts, query, now);
  const segments = await store.listSearchSegments();
  const indexed = segments.at(-1)?.lastSequence ?? 0;
  const { sequence: head } = await store.auditHead();
  await search.addIds();
  if (search.terms.length > 0) {
    await search.addTail(Math.max(indexed, head - MAX_TAIL_ENTRIES));
    await search.addSegments(segments);
  }
  const { payments, isEnded, isDamaged } = search;
  const indexedTo = segments.at(-1)?.to ?? null;
  const notIndexed = Math.max(0, head - indexed);
  const isRead = notIndexed <= MAX_TAIL_ENTRIES;
  const isComplete = !isEnded && !isDamaged && isRead;
  return { payments, isComplete, isDamaged, indexedTo, notIndexed };
}

/** A payment that was sent to a scheme. The index is null for a message with several credits. */
interface SentPayment {
  readonly paymentId: string;
  readonly index: number | null;
}

/** Returns the payment whose message has the id, or whose credit has the id as its UETR. */
async function sentUnder(
  { store }: Pick<SearchParts, 'store'>,
  id: string,
): Promise<SentPayment | undefined> {
  const uetr = partsOfUetr(id);
  const [message] = await store.listMessages(
    uetr === undefined ? { by: 'id', id } : { by: 'start', id: uetr.messageIdStart },
    1,
  );
  if (message === undefined) return undefined;
  const { paymentId, instrument, transactions, firstIndex, lastIndex } = message;
  if (uetr === undefined) return { paymentId, index: transactions === 1 ? firstIndex : null };
  const { index } = uetr;
  // Credits of Bacs have no UETR.
  const isSent = instrument !== 'BACS' && index >= firstIndex && index <= lastIndex;
  return isSent ? { paymentId, index } : undefined;
}

/** A search that is running. */
class Search {
  readonly terms: readonly SearchTerm[];
  /** True after more payments were found than returned, or the time is over. */
  isEnded = false;
  /** True if a stored file could not be read. */
  isDamaged = false;
  readonly payments: MatchedPayment[] = [];
  readonly #found = new Set<string>();
  readonly #tried = new Set<string>();
  readonly #parts: SearchParts;
  readonly #query: PaymentQuery;
  readonly #now: Instant;
  readonly #matches: TextMatcher;
  readonly #endMs: Milliseconds;

  constructor(parts: SearchParts, query: PaymentQuery, now: Instant) {
    this.#parts = parts;
    this.#query = query;
    this.#now = now;
    this.terms = queryTerms(query.text);
    this.#matches = termMatcher(this.terms);
    this.#endMs = parts.stopwatch() + MAX_SEARCH_MS;
  }

  /** Adds the payments whose consent, payment, message to a scheme or credit (UETR) has the id. */
  async addIds(): Promise<void> {
    const id = this.#query.text.trim();
    const sent = await sentUnder(this.#parts, id);
    const loaded =
      (await loadConsent(this.#parts, id, this.#now)) ??
      (await loadPayment(this.#parts, sent?.paymentId ?? id, this.#now));
    if (loaded === undefined) return;
    if (!this.#isInRange(loaded.at)) return;
    if (loaded.file === undefined || sent === undefined || sent.index === null) {
      this.#add(wholePayment(this.#parts, loaded));
      return;
    }
    const request = { cursor: sent.index, limit: 1, group: null };
    const { facts } = loaded.file;
    const slice = await this.#unlessDamaged(() => this.#parts.workers.slice(facts, request));
    for (const credit of slice?.payments ?? [])
      this.#add(await paymentOfFile(this.#parts, loaded, credit));
  }

  /** Adds the matching payments of the audit entries after a sequence number, newest first. */
  async addTail(after: number): Promise<void> {
    const { store } = this.#parts;
    const sources: SearchSource[] = [];
    for (let from = after + 1; this.#mayContinue();) {
      const entries = await store.listAuditEntries({ from, limit: TAIL_PAGE_ENTRIES });
      for (const entry of entries) {
        const found = await paymentSource(this.#parts, entry);
        if (found !== undefined) sources.push(found.source);
      }
      from += entries.length;
      if (entries.length < TAIL_PAGE_ENTRIES) break;
    }
    await this.#addSources(sources.reverse());
  }

  /** Adds the matching payments of segments of the index, newest first. */
  async addSegments(segments: readonly SearchSegment[]): Promise<void> {
    const { from, before } = this.#query;
    const searched = segments.filter(
      (one) => (from === null || one.to >= from) && (before === null || one.from < before),
    );
    for await (const sources of lookUpSegments(this.#parts, searched, this.terms)) {
      if (!this.#mayContinue()) return;
      if (sources === null) this.isDamaged = true;
      else await this.#addSources(sources);
    }
  }

  async #addSources(sources: readonly SearchSource[]): Promise<void> {
    for (const source of sources) {
      if (!this.#mayContinue()) return;
      await this.#addSource(source);
    }
  }

  async #addSource({ kind, id }: SearchSource): Promise<void> {
    if (kind === 'audit' || this.#tried.has(`${kind} ${id}`)) return;
    this.#tried.add(`${kind} ${id}`);
    const load = kind === 'payment' ? loadPayment : loadConsent;
    const loaded = await load(this.#parts, id, this.#now);
    if (loaded === undefined || !this.#isInRange(loaded.at)) return;
    if (this.#matches(textsOf(this.#parts, loaded))) this.#add(wholePayment(this.#parts, loaded));
    if (kind === 'file') await this.#addPaymentsOf(loaded);
  }

  /** Adds the matching payments of a file. */
  async #addPaymentsOf(loaded: LoadedPayment): Promise<void> {
    if (loaded.file === undefined) return;
    const { facts } = loaded.file;
    let cursor: number | null = 0;
    while (cursor !== null && this.#mayContinue()) {
      const limit = this.#query.limit - this.payments.length + 1;
      const request: LocateRequest = { terms: this.terms, cursor, limit };
      const located = await this.#locate(facts, request);
      for (const credit of located.payments) {
        this.#add(await paymentOfFile(this.#parts, loaded, credit));
      }
      cursor = located.nextCursor;
    }
  }

  async #locate(facts: FileFacts, request: LocateRequest): Promise<LocatedPayments> {
    const located = await this.#unlessDamaged(() => this.#parts.searchIndex.locate(facts, request));
    return located ?? { payments: [], nextCursor: null };
  }

  #add(payment: MatchedPayment): void {
    const { consentId, paymentId, row } = payment;
    const name = `${consentId} ${paymentId ?? ''} ${String(row)}`;
    if (this.#found.has(name)) return;
    this.#found.add(name);
    if (this.payments.length < this.#query.limit) this.payments.push(payment);
    else this.isEnded = true;
  }

  /** Reads a stored file. If it is damaged, reports that and returns undefined. */
  async #unlessDamaged<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StoredFileDamaged)) throw error;
      this.#parts.observe({ kind: 'failure', what: 'searching a stored file', error });
      this.isDamaged = true;
      return undefined;
    }
  }

  #isInRange(at: Instant): boolean {
    const { from, before } = this.#query;
    return (from === null || at >= from) && (before === null || at < before);
  }

  /** Returns true until more payments are found than returned, or the time is over. */
  #mayContinue(): boolean {
    if (this.#parts.stopwatch() > this.#endMs) this.isEnded = true;
    return !this.isEnded;
  }
}
