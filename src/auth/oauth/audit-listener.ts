import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import { AuditThrottle } from '../../domain/records/audit-throttle.ts';
import { actorOf, type AuditEntry, type AuditStore } from '../../domain/records/audit.ts';
import type { Observe } from '../../domain/records/events.ts';
import { networkOf } from '../../shared/network.ts';
import type { Clock } from '../../shared/time.ts';
import { claimedId } from '../profile.ts';
import { CodeReused } from './adapter.ts';
import type { CertificateOf } from './mutual-tls.ts';

/** Returns the IP address of the client that sent a request, or null if it is unknown. */
export type AddressOf = (incoming: IncomingMessage) => string | null;

interface AuditListenerParts {
  readonly store: Pick<AuditStore, 'record'>;
  readonly clock: Clock;
  readonly machineClock: Clock;
  readonly certificateOf: CertificateOf;
  readonly addressOf: AddressOf;
  readonly observe: Observe;
}

/**
 * Records issued tokens, refused clients and reused codes of the authorisation server in the audit
 * log. Also reports the server's failures.
 */
export function auditEvents(provider: Provider, parts: AuditListenerParts): void {
  const fail = (error: unknown): void =>
    parts.observe({ kind: 'failure', what: 'the authorisation server', error });
  const pendingEntries = new WeakMap<object, Promise<void>>();
  provider.use(async (ctx, next) => {
    try {
      await next();
    } finally {
      // The token is sent only after its audit entry is stored.
      await pendingEntries.get(ctx);
    }
  });
  provider.on('grant.success', (ctx) =>
    pendingEntries.set(ctx, record(parts, ctx, tokenIssued(ctx))),
  );
  const throttle = new AuditThrottle(parts.observe);
  const refuse = (ctx: KoaContextWithOIDC, error: Error): void => {
    const refusal = refused(ctx, error);
    const caller = networkOf(parts.addressOf(ctx.req) ?? '');
    const entry = refusal && throttle.pass(caller, refusal, parts.machineClock());
    if (entry !== undefined) record(parts, ctx, entry).catch(fail);
  };
  provider.on('grant.error', refuse);
  provider.on('pushed_authorization_request.error', refuse);
  provider.on('introspection.error', refuse);
  provider.on('revocation.error', refuse);
  provider.on('server_error', (ctx, error) => {
    fail(error);
    if (!(error instanceof StoreUnavailable)) return;
    ctx.status = 503;
    ctx.set('retry-after', '1');
    ctx.body = { error: 'temporarily_unavailable' };
  });
  // These are errors that no endpoint caught. Without this listener, oidc-provider would print them
  // to the console.
  const emitter: EventEmitter = provider;
  emitter.on('error', fail);
}

function tokenIssued(ctx: KoaContextWithOIDC): AuditEntry {
  const { client, account } = ctx.oidc;
  const consentId = account?.['consentId'];
  const detail = typeof consentId === 'string' ? { consentId } : {};
  return { action: 'tokenIssued', subject: client?.clientId ?? '', detail };
}

/**
 * Returns the audit entry for a failed request. Only failed client authentication and reused codes
 * are recorded. Returns undefined for other failures.
 */
function refused(ctx: KoaContextWithOIDC, error: Error): AuditEntry | undefined {
  const subject = claimedId(ctx.oidc.client?.clientId ?? ctx.oidc.params?.['client_id']);
  if (error instanceof CodeReused) return { action: 'codeReused', subject };
  if (error.message !== 'invalid_client') return undefined;
  return { action: 'clientRefused', subject, detail: { endpoint: ctx.oidc.route } };
}

function record(
  parts: AuditListenerParts,
  ctx: KoaContextWithOIDC,
  entry: AuditEntry,
): Promise<void> {
  const certificate = parts.certificateOf(ctx.req)?.thumbprint ?? null;
  const address = parts.addressOf(ctx.req);
  const by = actorOf({ kind: 'tpp', id: entry.subject }, { certificate, address });
  return parts.store.record({ at: parts.clock(), by }, entry);
}
