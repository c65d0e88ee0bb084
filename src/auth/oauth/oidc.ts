/* eslint-disable no-console -- The package speaks to the terminal while it is read; see below. */

import type Base from 'oidc-provider';
import type { Client } from 'oidc-provider';

// oidc-provider prints a warning if the Node.js version is not a long-term release yet. The warning
// is suppressed, because operators read the logs and not the console.
const { warn } = console;
console.warn = () => undefined;
const oidc = await import('oidc-provider');
console.warn = warn;

export const { errors, interactionPolicy } = oidc;

/**
 * The method of oidc-provider that checks if a client may use a response mode. `type` is the
 * response type of the request.
 */
type ModeCheck = (
  this: Client,
  mode: string,
  type: string | undefined,
  profile: string | undefined,
) => boolean;

/**
 * oidc-provider with two changes. It offers no response mode that needs a script on the bank's
 * page, because the content security policy blocks scripts. It also does not throw if a signed
 * request has no response_type. The original would check the response mode first and throw.
 */
export class Provider extends oidc.default {
  constructor(...args: ConstructorParameters<typeof oidc.default>) {
    super(...args);
    const { prototype } = this.Client;
    const { responseModeAllowed } = prototype as { responseModeAllowed: ModeCheck };
    prototype.responseModeAllowed = function (...[mode, type, profile]: Parameters<ModeCheck>) {
      // The server then finds the missing response_type itself and returns an OAuth error.
      return type === undefined || responseModeAllowed.call(this, mode, type, profile);
    };
  }

  override registerResponseMode(
    ...[name, handler]: Parameters<Base['registerResponseMode']>
  ): void {
    if (!name.startsWith('form_post')) super.registerResponseMode(name, handler);
  }
}
