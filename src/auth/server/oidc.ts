/* eslint-disable no-console -- The package speaks to the terminal while it is read; see below. */

// It warns of Node 20, which it works on, to nobody's use: operators read logs, not this.
const { warn } = console;
console.warn = () => undefined;
const oidc = await import('oidc-provider');
console.warn = warn;

export const { default: Provider, errors, interactionPolicy } = oidc;
