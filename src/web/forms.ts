import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { actorOf, type Act } from '../domain/records/audit.ts';
import type { FormResponses } from './form-responses.ts';
import type { PagesEnv, PagesParts, RequestContext } from './journey/interaction.ts';
import { cookieOf, isFormTokenOf, type BrowserSession } from './session.ts';

/** Maximum size of a submitted form, in bytes. */
const FORM_MAX_BYTES = 8 * 1024;

/** The fields of a submitted form, by their names. */
export type Fields = URLSearchParams;

/**
 * Result of a submitted form. It contains the address to redirect to, and the new session id if a
 * session was created.
 */
export interface FormResult {
  readonly location: string;
  readonly newSessionId?: string;
  /** Value of an additional Set-Cookie header. */
  readonly setCookie?: string;
}

/**
 * Refuses forms that are too large, and forms from other origins, because other sites must not
 * submit forms (CSRF). The origin is checked before the body is read.
 */
export function limitForms(
  origin: string,
  refuse: (context: RequestContext) => Response | Promise<Response>,
): MiddlewareHandler<PagesEnv> {
  const limit: MiddlewareHandler<PagesEnv> = bodyLimit({
    maxSize: FORM_MAX_BYTES,
    onError: refuse,
  });
  return async (context, next) =>
    context.req.header('origin') === origin ? limit(context, next) : refuse(context);
}

/**
 * Processes a form once, if it contains the CSRF token of its session. Always redirects the
 * browser, regardless of the result.
 *
 * @param uid uid of the interaction, or PORTAL_UID. It names the cookie of a new session
 * @param refused result for a form with another token
 */
export async function answerForm(
  request: {
    readonly context: RequestContext;
    readonly browserSession: Pick<BrowserSession, 'id' | 'isNew'>;
  },
  uid: string,
  responses: FormResponses<FormResult>,
  act: (fields: Fields) => Promise<FormResult>,
  refused: FormResult,
): Promise<Response> {
  const { context, browserSession } = request;
  const body = await context.req.text();
  const fields = new URLSearchParams(body);
  const isOurs = isFormTokenOf(browserSession, fields.get('token') ?? '');
  if (!isOurs) return redirectTo(uid, refused);
  const form = [browserSession.id, context.req.path, body];
  return redirectTo(uid, await responses.run(form, () => act(fields)));
}

/** Processes the return of a browser from the bank's OpenID Provider, like a form. */
export async function returnOnce<
  Request extends {
    readonly context: RequestContext;
    readonly browserSession: Pick<BrowserSession, 'id'>;
  },
>(
  request: Request,
  uid: string,
  responses: FormResponses<FormResult>,
  act: (request: Request) => Promise<FormResult>,
): Promise<Response> {
  const { context, browserSession } = request;
  const visit = [browserSession.id, context.req.url];
  return redirectTo(uid, await responses.run(visit, () => act(request)));
}

function redirectTo(uid: string, { location, newSessionId, setCookie }: FormResult): Response {
  const headers = new Headers({ location });
  if (newSessionId !== undefined) headers.append('set-cookie', cookieOf(uid, newSessionId));
  if (setCookie !== undefined) headers.append('set-cookie', setCookie);
  return new Response(null, { status: 303, headers });
}

/** Returns the time and the actor of a customer's action, as the audit log records them. */
export function actOf(
  { parts, context }: { readonly parts: PagesParts; readonly context: RequestContext },
  userId: string,
): Act {
  const address = parts.addressOf(context.env.incoming);
  return { at: parts.clock(), by: actorOf({ kind: 'customer', id: userId }, { address }) };
}
