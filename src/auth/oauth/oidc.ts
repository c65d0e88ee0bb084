/* eslint-disable no-console -- The package speaks to the terminal while it is read; see below. */

import type Base from 'oidc-provider';
import type { Client } from 'oidc-provider';

// oidc-provider prints a warning if the Node.js version is not a long-term release yet. Suppress
// it: operators read the logs, not the console.
const { warn } = console;
console.warn = () => undefined;
const oidc = await import('oidc-provider');
console.warn = warn;

export const { errors, interactionPolicy } = oidc;

/**
 * oidc-provider's check whether a client may use a response mode. `type` is the response type of
 * the request.
 */
type ModeCheck = (
  this: Client,
  mode: string,
  type: string | undefined,
  profile: string | undefined,
) => boolean;

/**
 * oidc-provider with two changes. It has no response modes that need a script on our page, which
 * our content security policy blocks. It also does not throw on a signed request without a
 * response_type: the original checks the mode first.
 */
export class Provider extends oidc.default {
  constructor(...args: ConstructorParameters<typeof oidc.default>) {
    super(...args);
    const { prototype } = this.Client;
    const { responseModeAllowed } = prototype as { responseModeAllowed: ModeCheck };
    prototype.responseModeAllowed = function (...[mode, type, profile]: Parameters<ModeCheck>) {
      // The server then returns an OAuth error for the missing response_type.
      return type === undefined || responseModeAllowed.call(this, mode, type, profile);
    };
  }

  override registerResponseMode(
    ...[name, handler]: Parameters<Base['registerResponseMode']>
  ): void {
    if (!name.startsWith('form_post')) super.registerResponseMode(name, handler);
  }
}
