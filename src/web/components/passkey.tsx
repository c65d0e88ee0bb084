import type { Child } from 'hono/jsx';
import type { IdentifiedSession, SignedInSession } from '../../domain/ports/sign-in-store.ts';
import { PASSKEY_SCRIPT_PATH } from '../assets/index.ts';
import type { RequestContext, PagesParts } from '../journey/interaction.ts';

/**
 * Lets the page of a request run the one script of ours. Whoever shows an AskPasskey says so;
 * elsewhere no script runs.
 */
export function allowScript(context: RequestContext): void {
  context.set('hasScript', true);
}

/**
 * What a passkey is asked for that approves one thing on the page of this request; undefined where
 * the user has none.
 */
export async function askToApprove(
  { parts, context }: { readonly parts: PagesParts; readonly context: RequestContext },
  session: IdentifiedSession | SignedInSession,
  dynamicLinkingHash: string,
): Promise<string | undefined> {
  const asked = await parts.passkeys?.askToApprove(session, dynamicLinkingHash);
  if (asked !== undefined) allowScript(context);
  return asked;
}

interface RequestPasskeyProperties {
  readonly ceremony: 'create' | 'get';
  /** What the browser is asked for, as JSON. */
  readonly options: string;
  readonly button: string;
  /** Where it is one way of two. */
  readonly isOther?: boolean;
  /** What is said where nothing came of it. */
  readonly failed: string;
  readonly children?: Child;
}

/**
 * The part of a form that asks for a passkey, which goes into its field `passkey`. It is hidden
 * until the script finds that the browser has passkeys.
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
