/**
 * Pattern of a message id. It is limited to 26 characters, so that the ids of the credits have at
 * most 35.
 */
export const MESSAGE_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,25}$/;
