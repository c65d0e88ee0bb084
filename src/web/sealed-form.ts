import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A submitted form as nodes share it through the database. The outcome of a form may contain a new
 * session id, which must not be readable in the database. It is therefore encrypted with a key that
 * is derived from the form. A node that receives the same form derives the same key. The key
 * cannot be guessed, because the form begins with the session id of the browser.
 */
export class SubmittedForm<Outcome> {
  /** Identifier of the form in the database. It is a keyed hash, which does not reveal the form. */
  readonly name: string;
  readonly #key: Buffer;

  constructor(form: readonly string[]) {
    const text = JSON.stringify(form);
    this.name = createHmac('sha256', 'name').update(text).digest('base64url');
    this.#key = createHmac('sha256', 'key').update(text).digest();
  }

  seal(outcome: Outcome): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce);
    const sealed = [cipher.update(JSON.stringify(outcome), 'utf8'), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
  }

  /** Decrypts an outcome. Throws if it was encrypted for another form. */
  open(sealed: string): Outcome {
    const bytes = Buffer.from(sealed, 'base64');
    const [tagAt, textAt] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES];
    const nonce = bytes.subarray(0, tagAt);
    const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(tagAt, textAt));
    const text = [decipher.update(bytes.subarray(textAt)), decipher.final()];
    return JSON.parse(Buffer.concat(text).toString('utf8')) as Outcome;
  }
}
