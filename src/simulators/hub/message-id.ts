/**
 * Pattern of a message id. It is limited to 26 characters, so that the ids of the credits have at
 * most 35.
 */
export const MESSAGE_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,25}$/;

/** Endings of the files of messages, keyed by content type. */
export const ENDINGS: ReadonlyMap<unknown, string> = new Map([
  ['application/xml', 'xml'],
  ['text/plain', 's18'],
]);
