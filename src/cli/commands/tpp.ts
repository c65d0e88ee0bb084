import {
  CONSENT_STATUSES,
  formatConsentCounts,
  formatPaymentType,
} from '../../domain/messages/operator-text.ts';
import type {
  ClientReport,
  ListedConsent,
  ListedPayment,
  ListedTpp,
  Tpp,
  TppList,
  TppReport,
} from '../../domain/records/tpps.ts';
import { counted } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { idOf, request, type Route } from '../control-client.ts';
import type { CliContext } from '../program.ts';
import { printable } from '../../shared/text.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl tpp list';

/** Lists TPPs in the order of their ids. */
export async function list(
  context: CliContext,
  { after = '' }: { readonly after?: string },
): Promise<TppList> {
  const query = after === '' ? '' : `?after=${idOf('organisation', after, CHECK)}`;
  const found = await ask<TppList>(context, `GET /tpps${query}`);
  for (const tpp of found.listed) context.print(formatListed(tpp));
  const { next } = found;
  const more = next === null ? '' : ` Continue with: npx pisctl tpp list --after ${next}`;
  context.print(`${String(found.listed.length)} listed.${more}`);
  return found;
}

/** Shows a TPP and its clients. */
export async function show(context: CliContext, organisation: string): Promise<TppReport> {
  const found = await ask<TppReport>(
    context,
    `GET /tpps/${idOf('organisation', organisation, CHECK)}`,
  );
  context.print(formatTpp(found));
  for (const client of found.reports) for (const line of linesOf(client)) context.print(line);
  if (found.omitted > 0) context.print(`${String(found.omitted)} more clients are not shown.`);
  return found;
}

function ask<Result>(context: CliContext, route: Route, body?: unknown): Promise<Result> {
  return request<Result>(context, route, CHECK, body);
}

function formatListed(tpp: ListedTpp): string {
  const { lastActivityAt, openConsents, failingCallbacks } = tpp;
  const last = lastActivityAt === null ? 'never' : formatLondon(lastActivityAt);
  return [
    formatTpp(tpp),
    `    last consent or payment ${last}, ${counted(openConsents, 'open consent')}`,
    ...(failingCallbacks === 0
      ? []
      : [`    callback addresses that are unresponsive: ${String(failingCallbacks)}`]),
  ].join('\n');
}

function formatTpp({ id, name, status, suspension, clients }: Tpp): string {
  const known = `${id}  ${printable(name)}: ${status} in the directory, ${counted(clients, 'client')}`;
  if (suspension === null) return known;
  const { at, by, reason } = suspension;
  return `${known}\n    SUSPENDED ${formatLondon(at)} by ${printable(by)}: ${printable(reason)}`;
}

function linesOf(client: ClientReport): readonly string[] {
  const { clientId, software, registeredAt, isAdmitted, consents, events, days } = client;
  const registered = registeredAt === null ? 'not registered' : formatLondon(registeredAt);
  const counts = formatConsentCounts(consents);
  return [
    `Client ${clientId}: ${printable(software.name)} (${software.id}), registered ${registered}, ` +
      (isAdmitted ? 'may use the service' : 'may not use the service'),
    ...software.certificates.map(({ thumbprint, status }) => {
      return `    certificate ${thumbprint} ${status}`;
    }),
    ...software.keys.map(({ kid }) => `    signing key ${printable(kid)}`),
    `    consents: ${counts.length === 0 ? 'none' : counts.join(', ')}`,
    ...(client.isComplete ? [] : ['    Only the newest 1,000 consents and payments are counted.']),
    ...client.openConsents.map(formatConsent),
    ...client.payments.map(formatPayment),
    ...days.map(({ day, ...counts }) => {
      return (
        `    ${day}: ${counted(counts.consents, 'consent')}, ` +
        `${counted(counts.payments, 'payment')}, ${String(counts.rejected)} rejected`
      );
    }),
    ...(events === null
      ? ['    no subscription to events']
      : [
          `    events: ${String(events.backlog)} not acknowledged, ` +
            (events.unresponsiveSince === null
              ? 'callback address not failing'
              : `callback address unresponsive since ${formatLondon(events.unresponsiveSince)}`),
        ]),
  ];
}

function formatConsent({ id, family, status, createdAt }: ListedConsent): string {
  return `    consent ${id} (${formatPaymentType(family)}) ${CONSENT_STATUSES[status]}, created ${formatLondon(createdAt)}`;
}

function formatPayment({ id, family, status, createdAt }: ListedPayment): string {
  return `    payment ${id} (${formatPaymentType(family)}) ${status}, submitted ${formatLondon(createdAt)}`;
}
