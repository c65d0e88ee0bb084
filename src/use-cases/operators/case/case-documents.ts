import { hash } from 'node:crypto';
import { formatNumber } from '../../../domain/messages/format.ts';
import type { StoredFile } from '../../../domain/ports/files.ts';
import type { ListedMessage } from '../../../domain/ports/hub-admin-store.ts';
import type { CaseMember } from '../../../domain/records/case-file.ts';
import type { PaymentTimeline } from '../../../domain/records/payment-timeline.ts';
import { creditIdOf } from '../../../domain/schemes/messages.ts';
import type { Instant } from '../../../shared/time.ts';
import type { UseCaseParts } from '../../dependencies.ts';
import { statusMessage } from '../../statements/write-statement.ts';
import type { TimelineSubject } from '../timeline/timeline-subject.ts';

const MIB = 1024 * 1024;

/** Maximum size of a message or a file in a case file, in bytes. */
const MAX_DOCUMENT_BYTES = 16 * MIB;

/** Maximum size of all messages and files in a case file, in bytes. */
const MAX_CASE_BYTES = 64 * MIB;

/** Maximum number of messages in a case file. */
const MAX_CASE_MESSAGES = 1000;

export type DocumentParts = Pick<UseCaseParts, 'store' | 'files' | 'workers'>;

/** A message to a scheme in `messages.json`. */
interface CaseMessage extends Pick<ListedMessage, 'id' | 'instrument' | 'createdAt'> {
  readonly handedOverAt: ListedMessage['handedOverAt'];
  readonly transactions: number;
  readonly sha256: string;
  /** Name of the member with the message or a part of it. Null if it is left out. */
  readonly member: string | null;
  /** True if the member contains only the element of the payment. */
  readonly isExtract: boolean;
}

/** Collects the messages and the files about a payment, up to the maximum size. */
export class CaseDocuments {
  readonly members: CaseMember[] = [];
  readonly omitted: string[] = [];
  readonly #parts: DocumentParts;
  readonly #subject: TimelineSubject;
  #leftBytes = MAX_CASE_BYTES;

  constructor(parts: DocumentParts, subject: TimelineSubject) {
    this.#parts = parts;
    this.#subject = subject;
  }

  /** Adds the messages to schemes, and the digests of delivered documents. Returns their ids. */
  async addMessages(timeline: PaymentTimeline): Promise<readonly string[]> {
    const listed = await this.#listMessages(timeline);
    const messages: CaseMessage[] = [];
    for (const one of listed) {
      const content = await this.#contentOf(one);
      const { id, instrument, createdAt, handedOverAt, transactions } = one;
      messages.push({ id, instrument, createdAt, handedOverAt, transactions, ...content });
    }
    if (messages.length > 0) this.#addJson('messages.json', messages);
    const documents = timeline.entries.flatMap(({ at, kind, actor, links: { document } }) =>
      document === undefined ? [] : [{ sha256: document, receivedAt: at, kind, from: actor.id }],
    );
    if (documents.length > 0) {
      this.#addJson('documents.json', documents);
      this.omitted.push('documents of the hub, because they can contain payments of others.');
    }
    return listed.map(({ id }) => id);
  }

  /** Adds the digest of the payment file, and its content if the case file is about all of it. */
  async addFile(): Promise<void> {
    const { file, credit } = this.#subject;
    if (file === null) return;
    const { sha256, bytes, payments, fileType } = file;
    this.#addJson('file.json', { sha256, bytes, payments, fileType });
    if (credit !== null) {
      this.omitted.push(
        'the payment file, because it contains other payments. row.json has its row.',
      );
    } else if (this.#mayAdd(bytes)) {
      this.#add('file/payments', await this.#read({ sha256, bytes }));
    } else {
      this.omitted.push('the payment file, because of its size. file.json has its SHA-256.');
    }
  }

  /** Adds the pain.002 with the status of each payment, if the case file is about a whole file. */
  async addReport(now: Instant): Promise<void> {
    const { payment, file, credit } = this.#subject;
    if (payment === null || file === null || credit !== null) return;
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of statusMessage(this.#parts, payment, now)) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (!this.#mayAdd(bytes)) {
        this.omitted.push('pain.002.xml, because of its size.');
        return;
      }
    }
    this.#add('pain.002.xml', Buffer.concat(pieces));
  }

  async #listMessages({ entries }: PaymentTimeline): Promise<readonly ListedMessage[]> {
    const { store } = this.#parts;
    const { payment, credit } = this.#subject;
    if (payment === null) return [];
    if (credit === null) {
      const found = await store.listMessages(
        { by: 'payment', id: payment.id },
        MAX_CASE_MESSAGES + 1,
      );
      if (found.length > MAX_CASE_MESSAGES) {
        this.omitted.push(`messages after the first ${formatNumber(MAX_CASE_MESSAGES)}.`);
      }
      return found.slice(0, MAX_CASE_MESSAGES);
    }
    const messages = entries.filter(({ kind }) => kind === 'message');
    const ids = new Set(messages.flatMap(({ links }) => links.messageId ?? []));
    const found = [...ids].map((id) => store.listMessages({ by: 'id', id }, 1));
    return (await Promise.all(found)).flat();
  }

  async #contentOf({
    id,
    transactions,
  }: ListedMessage): Promise<Pick<CaseMessage, 'sha256' | 'member' | 'isExtract'>> {
    const content = await this.#parts.store.findMessageContent(id);
    const isText = content?.kind === 'text';
    const sha256 = isText ? hash('sha256', content.text) : (content?.file.sha256 ?? '');
    const bytes = isText ? Buffer.byteLength(content.text) : (content?.file.bytes ?? Infinity);
    const none = { sha256, member: null, isExtract: false };
    if (content === undefined || !this.#mayAdd(bytes)) {
      this.omitted.push(`message ${id}, because of its size. messages.json has its SHA-256.`);
      return none;
    }
    const whole = isText ? Buffer.from(content.text) : await this.#read(content.file);
    const { credit } = this.#subject;
    const isExtract = credit !== null && transactions > 1;
    const shown = isExtract
      ? transactionIn(whole, creditIdOf({ messageId: id, index: credit.payment.index }))
      : whole;
    if (shown === undefined) {
      this.omitted.push(`message ${id}, because it contains other payments.`);
      return none;
    }
    const member = `messages/${id}${isExtract ? '.extract.xml' : ''}`;
    this.#add(member, shown);
    return { sha256, member, isExtract };
  }

  async #read(file: StoredFile): Promise<Buffer> {
    const { files, workers } = this.#parts;
    const pieces: Uint8Array[] = [];
    for await (const piece of await files.open(await workers.seal(file, null))) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  #mayAdd(bytes: number): boolean {
    return bytes <= Math.min(MAX_DOCUMENT_BYTES, this.#leftBytes);
  }

  #add(name: string, bytes: Uint8Array): void {
    this.#leftBytes -= bytes.byteLength;
    this.members.push({ name, bytes });
  }

  #addJson(name: string, value: unknown): void {
    this.members.push(jsonMember(name, value));
  }
}

/** Returns a member with a value as JSON. */
export function jsonMember(name: string, value: unknown): CaseMember {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}

/** Returns the element of a credit in a message that this service wrote (pacs.008). */
function transactionIn(message: Buffer, creditId: string): Buffer | undefined {
  const elements = message.toString('utf8').match(/<CdtTrfTxInf>.*?<\/CdtTrfTxInf>/gs) ?? [];
  const found = elements.find((element) => element.includes(`>${creditId}<`));
  return found === undefined ? undefined : Buffer.from(found);
}
