import type { Child } from 'hono/jsx';
import type { IdentifiedSession, SignedInSession } from '../../domain/ports/sign-in-store.ts';
import { PASSKEY_SCRIPT_PATH } from '../assets/index.ts';
import type { RequestContext, PagesParts } from '../journey/interaction.ts';

/**
 * Adds the passkey script to the content security policy of this page. Must be called for every
 * page that contains a RequestPasskey. Other pages allow no scripts.
 */
export function allowScript(context: RequestContext): void {
  context.set('hasScript', true);
}

/**
 * Returns WebAuthn options as JSON and allows the passkey script. The options are linked to the
 * payment or consent that the page shows. Undefined if the user has no passkey.
 */
export async function requestPasskey(
  { parts, context }: { readonly parts: PagesParts; readonly context: RequestContext },
  session: IdentifiedSession | SignedInSession,
  dynamicLinkingHash: string,
): Promise<string | undefined> {
  const options = await parts.passkeys?.askToApprove(session, dynamicLinkingHash);
  if (options !== undefined) allowScript(context);
  return options;
}

interface RequestPasskeyProperties {
  readonly ceremony: 'create' | 'get';
  /** WebAuthn options as JSON. */
  readonly options: string;
  readonly button: string;
  /** True if the button is the secondary action of the page. */
  readonly isOther?: boolean;
  /** Message to show if the browser returns no passkey. */
  readonly failed: string;
  readonly children?: Child;
}

/**
 * Part of a form that asks the browser for a passkey and puts the response into the field
 * `passkey`. It stays hidden until the script has found that the browser supports passkeys.
 */
export function RequestPasskey(properties: RequestPasskeyProperties) {
  const { ceremony, options, button, isOther = false, failed, children } = properties;
  return (
    <div hidden data-passkey={ceremony} data-options={options}>
      <input type="hidden" name="passkey" value="" />
      {children}
      <p class="actions">
        <button type="button" class={isOther ? 'other' : undefined}>
          {button}
        </button>
      </p>
      <p class="wrong" role="alert" hidden>
        {failed}
      </p>
      <script src={PASSKEY_SCRIPT_PATH} defer />
    </div>
  );
}
