import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Api } from './api.ts';
import { at, FamilyClient } from './families.ts';
import type { Version } from './operations.ts';
import type { CallOptions, CreateOptions } from './options.ts';
import type { Signer } from './signatures.ts';

/** A payment file: a path, its bytes, or a function that opens it as a stream of bytes. */
export type FileInput = string | Uint8Array | (() => AsyncIterable<Uint8Array>);

/** A payment file whose hash is known. It is never held in memory as a whole. */
export interface PaymentFile {
  /** SHA-256 in base64, which is `FileHash` of the consent. */
  readonly hash: string;
  /** Length in bytes. */
  readonly length: number;
  /** Opens the file from its start. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Reads a file once, to compute its hash for the consent. */
export async function paymentFile(input: FileInput): Promise<PaymentFile> {
  const open = openerOf(input);
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of open()) {
    hash.update(chunk);
    length += chunk.length;
  }
  return { hash: hash.digest('base64'), length, open };
}

function openerOf(input: FileInput): () => AsyncIterable<Uint8Array> {
  if (typeof input === 'function') return input;
  if (typeof input === 'string') return () => createReadStream(input);
  return async function* once() {
    yield await Promise.resolve(input);
  };
}

/** Options of an upload. */
export interface UploadOptions extends CreateOptions {
  /** Media type of the file. The default is `application/json`. */
  readonly contentType?: string;
}

/** Options of a download. */
export interface DownloadOptions extends CallOptions {
  /** Media type of the file. By default, any. */
  readonly accept?: string;
}

/** Operations of payment files. */
export class FileClient<V extends Version> extends FamilyClient<V, 'file-payments'> {
  readonly #signer: Signer | undefined;

  constructor(api: Pick<Api, 'perform'>, signer: Signer | undefined) {
    super(api, 'file-payments');
    this.#signer = signer;
  }

  /**
   * Uploads the file of a consent as a stream. By default, the consent's id is the idempotency id,
   * because a consent has one file.
   */
  async uploadFile(consentId: string, file: PaymentFile, options?: UploadOptions): Promise<void> {
    const signature = await this.#signer?.signStream(file.open());
    await this.perform(`POST ${this.consents}/{ConsentId}/file`, {
      ...{ idempotencyId: consentId, ...options, ...at(consentId), body: file },
      prepared: { digest: file.hash, signature },
    });
  }

  /** Downloads the uploaded file. */
  async readFile(consentId: string, options?: DownloadOptions): Promise<Uint8Array> {
    const operation = `GET ${this.consents}/{ConsentId}/file`;
    return this.#bytes(operation, { ...options, ...at(consentId) });
  }

  /** Downloads the report about the payment, for example a pacs.002. */
  async readReport(paymentId: string, options?: DownloadOptions): Promise<Uint8Array> {
    return this.#bytes(`GET ${this.payment}/report-file`, { ...options, ...this.of(paymentId) });
  }

  async #bytes(
    operation: string,
    call: DownloadOptions & { readonly params?: Readonly<Record<string, string>> },
  ): Promise<Uint8Array> {
    const { bytes } = await this.api.perform({ accept: '*/*', ...call, operation });
    return bytes;
  }
}
