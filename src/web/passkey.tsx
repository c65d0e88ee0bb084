import type { Child } from 'hono/jsx';
import { PASSKEY_SCRIPT_PATH } from './assets.ts';
import type { PageContext } from './visit.ts';

/**
 * Lets the page of a request run the one script of ours. Whoever shows an AskPasskey says so;
 * elsewhere no script runs.
 */
export function allowScript(context: PageContext): void {
  context.set('hasScript', true);
}

interface AskPasskeyProperties {
  readonly ceremony: 'create' | 'get';
  /** What the browser is asked for, as JSON. */
  readonly options: string;
  readonly button: string;
  /** What is said where nothing came of it. */
  readonly failed: string;
  readonly children?: Child;
}

/**
 * The part of a form that asks for a passkey, which goes into its field `passkey`. It is hidden
 * until the script finds that the browser has passkeys.
 */
export function AskPasskey(properties: AskPasskeyProperties) {
  const { ceremony, options, button, failed, children } = properties;
  return (
    <div hidden data-passkey={ceremony} data-options={options}>
      <input type="hidden" name="passkey" value="" />
      {children}
      <p class="actions">
        <button type="button">{button}</button>
      </p>
      <p class="wrong" role="alert" hidden>
        {failed}
      </p>
      <script src={PASSKEY_SCRIPT_PATH} defer />
    </div>
  );
}
