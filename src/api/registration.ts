import {
  MAX_REGISTRATION_BYTES,
  type ClientRegistration,
  type RegistrationRequest,
} from '../auth/registration/index.ts';
import type { AccessTokens } from '../domain/ports/authorisation-store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Grant } from '../domain/records/records.ts';
import { Refusal } from '../shared/errors.ts';
import type { Clock } from '../shared/time.ts';
import { actOf } from './audit-context.ts';
import { jsonHandler, type JsonAnswer, type PlainContext } from './json-handler.ts';
import type { App } from './request-context.ts';
import { authenticate } from './middleware/authenticate.ts';
import { readBytes } from './middleware/read-body.ts';

/** Path of dynamic client registration on the TPPs' listener. */
const PATH = '/register';

export interface RegistrationRoutes {
  readonly registration: ClientRegistration;
  readonly tokens: AccessTokens;
  /** The business clock, whose time appears in the audit log. */
  readonly clock: Clock;
}

/** A request about a registration from a client with a valid token. */
interface TppRequest {
  readonly context: PlainContext;
  readonly id: string;
  readonly grant: Grant;
  /**
   * Returns the actor and the time for the audit log, for a change to the client with the given id.
   */
  readonly actOf: RegistrationRequest['actOf'];
}

/** Registers the routes of dynamic client registration (RFC 7591 and 7592). */
export function serveRegistration(
  app: App,
  { registration, tokens, clock }: RegistrationRoutes,
): void {
  const actIn =
    ({ env }: PlainContext, interactionId: string) =>
    (id: string): Act =>
      actOf({ kind: 'tpp', id }, env, interactionId, clock());
  /** Creates a handler for clients with a valid token. Other clients get 401. */
  const authenticated = (act: (request: TppRequest) => Promise<JsonAnswer | Refusal>) =>
    jsonHandler(async (context, interactionId) => {
      const grant = await authenticate(context.env.incoming, context.env.listener, tokens);
      if (grant instanceof Refusal) return grant;
      const id = context.req.param('id') ?? '';
      return act({ context, id, grant, actOf: actIn(context, interactionId) });
    });

  app.post(
    PATH,
    jsonHandler(async (context, interactionId) => {
      const request = await readRequest(context, actIn(context, interactionId));
      return request instanceof Refusal ? request : registration.register(request);
    }),
  );
  app.get(
    `${PATH}/:id`,
    authenticated(({ id, grant }) => registration.read(id, grant)),
  );
  app.put(
    `${PATH}/:id`,
    authenticated(async ({ context, id, grant, actOf: act }) => {
      const request = await readRequest(context, act);
      return request instanceof Refusal ? request : registration.change(id, grant, request);
    }),
  );
  app.delete(
    `${PATH}/:id`,
    authenticated(({ id, grant, actOf: act }) => registration.remove(id, grant, act(id))),
  );
}

async function readRequest(
  { env: { incoming, listener } }: PlainContext,
  act: RegistrationRequest['actOf'],
): Promise<RegistrationRequest | Refusal> {
  const bytes = await readBytes(incoming, MAX_REGISTRATION_BYTES);
  if (bytes instanceof Refusal) return bytes;
  return {
    contentType: incoming.headers['content-type'],
    body: bytes.toString('utf8').trim(),
    certificate: listener.certificateOf(incoming),
    actOf: act,
  };
}
