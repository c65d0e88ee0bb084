import { formatMoment } from '../domain/messages/format.ts';
import type { Child } from 'hono/jsx';
import type { Instant, Seconds } from '../shared/time.ts';
import { LIVE_SCRIPT_PATH } from '../web/assets/index.ts';
import { contentSecurityPolicy } from '../web/headers.ts';
import type { OperatorRequest } from './console-context.ts';
import { tokenOf } from './updates.ts';

/** Time between two updates of a page, in seconds. */
const LIVE_SECONDS: Seconds = 5;

interface LiveProperties {
  readonly request: OperatorRequest;
  /** Time at which the content was read. */
  readonly asOf: Instant;
  readonly children?: Child;
}

/**
 * The content of a page that a script updates. Allows the script on this page. Without scripts, the
 * page contains a hint instead of the button that pauses updates.
 */
export function Live({ request, asOf, children }: LiveProperties) {
  const { context, browserSession } = request;
  const policy = contentSecurityPolicy({ scripts: true, connections: "'self'" });
  context.header('content-security-policy', policy);
  const seconds = String(LIVE_SECONDS);
  return (
    <>
      <p class="quiet" data-live-as-of="">{`As of ${formatMoment(asOf)}.`}</p>
      <noscript>
        <p class="quiet">Open the page again to refresh it.</p>
      </noscript>
      <p class="quiet" hidden data-live-controls="">
        {`This page updates itself every ${seconds} seconds. `}
        <button type="button" class="plain">
          Pause updates
        </button>
      </p>
      <p class="quiet" role="status" data-live-status="" />
      <div data-live={tokenOf(context, browserSession.id)} data-live-seconds={seconds}>
        {children}
      </div>
      <script src={LIVE_SCRIPT_PATH} defer />
    </>
  );
}
