import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A form as other nodes may know it. What it came to may hold the new id of a session, which nobody
 * is to read in a database: it is sealed with a key that is made of the form, and whoever is sent
 * the same form has it too. What is in a form begins with the id of the browser's session.
 */
export class SubmittedForm<Outcome> {
  /** What the form is called; tells nothing of it. */
  readonly name: string;
  readonly #key: Buffer;

  constructor(form: readonly string[]) {
    const written = JSON.stringify(form);
    this.name = createHmac('sha256', 'name').update(written).digest('base64url');
    this.#key = createHmac('sha256', 'key').update(written).digest();
  }

  seal(outcome: Outcome): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce);
    const sealed = [cipher.update(JSON.stringify(outcome), 'utf8'), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
  }

  /** Throws where it was not sealed with this form. */
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
