/* eslint-disable no-console -- The package speaks to the terminal while it is read; see below. */

import type Base from 'oidc-provider';

// It warns of a Node.js that does not yet call itself a long-term release, to nobody's use:
// operators read logs, not this.
const { warn } = console;
console.warn = () => undefined;
const oidc = await import('oidc-provider');
console.warn = warn;

export const { errors, interactionPolicy } = oidc;

/** oidc-provider without the modes that need a script on our page, which would stay blank. */
export class Provider extends oidc.default {
  override registerResponseMode(
    ...[name, handler]: Parameters<Base['registerResponseMode']>
  ): void {
    if (!name.startsWith('form_post')) super.registerResponseMode(name, handler);
  }
}
