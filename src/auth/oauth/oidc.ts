/* eslint-disable no-console -- The package speaks to the terminal while it is read; see below. */

import type Base from 'oidc-provider';
import type { Client } from 'oidc-provider';

// It warns of a Node.js that does not yet call itself a long-term release, to nobody's use:
// operators read logs, not this.
const { warn } = console;
console.warn = () => undefined;
const oidc = await import('oidc-provider');
console.warn = warn;

export const { errors, interactionPolicy } = oidc;

/** Whether a client may have its answer in a mode; the type is what the request says of it. */
type ModeCheck = (
  this: Client,
  mode: string,
  type: string | undefined,
  profile: string | undefined,
) => boolean;

/**
 * oidc-provider without the modes that need a script on our page, which would stay blank, and
 * without stumbling over a signed request that has no response_type: it looks at the mode first.
 */
export class Provider extends oidc.default {
  constructor(...given: ConstructorParameters<typeof oidc.default>) {
    super(...given);
    const { prototype } = this.Client;
    const { responseModeAllowed } = prototype as { responseModeAllowed: ModeCheck };
    prototype.responseModeAllowed = function (...[mode, type, profile]: Parameters<ModeCheck>) {
      // Then it says itself what is missing, as an error of OAuth.
      return type === undefined || responseModeAllowed.call(this, mode, type, profile);
    };
  }

  override registerResponseMode(
    ...[name, handler]: Parameters<Base['registerResponseMode']>
  ): void {
    if (!name.startsWith('form_post')) super.registerResponseMode(name, handler);
  }
}
